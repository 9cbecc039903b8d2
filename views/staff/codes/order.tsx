import { codeMessages } from '#src/access/rules/code-batches.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { findSchool } from '#src/schools/schools.ts'
import { type Ask, ask, confirmationIn } from '../../answer.ts'
import type { Fields, Form } from '../../screen.ts'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import type { StaffContext } from '../staff-screen.ts'

interface OrderFieldsProps {
  schools: { value: string; label: string }[]
  typed: Fields
  /** Error message at the field School. */
  problem?: string | undefined
}

/** Fields of an order of codes: school, seller, note. */
export const OrderFields = ({ schools, typed, problem }: OrderFieldsProps) => (
  <>
    <Select
      label="School"
      name="school"
      value={typed.school ?? ''}
      options={[{ value: '', label: 'No school' }, ...schools]}
      problem={problem}
    />
    <Field
      label="Seller"
      hint="Who sells the codes, if not we."
      name="seller"
      maxLength={200}
      defaultValue={typed.seller}
      autoComplete="off"
    />
    <Field
      label="Note"
      hint="Say who gets the codes. Only staff see this."
      name="note"
      maxLength={200}
      defaultValue={typed.note}
      autoComplete="off"
    />
  </>
)

/** Asks before codes are made for a school whose students cannot use them. Null for others, and once it was answered. */
export const askAboutSchool = async ({ app, staff }: StaffContext, form: Form, school: string): Promise<Ask | null> => {
  const found = school ? await findSchool(app, rowId(school) ?? 0, staff) : null
  if (!found || found.acceptsAccessCode || confirmationIn(form)) return null
  const says = [codeMessages.takesNone(found.name)]
  return ask({ title: 'Codes for this school?', says, button: 'Go on', needsReason: false })
}
