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
  /** Error message at the field. */
  problem?: string | undefined
}

export const SchoolOfOrder = ({ schools, typed, problem }: OrderFieldsProps) => (
  <Select
    label="School"
    name="school"
    value={typed.school ?? ''}
    empty="No school"
    options={schools}
    problem={problem}
  />
)

export const NoteOfOrder = ({ typed, problem }: Omit<OrderFieldsProps, 'schools'>) => (
  <Field
    label="Note"
    hint="Say who gets the codes. Only staff see this."
    name="note"
    maxLength={200}
    defaultValue={typed.note}
    problem={problem}
    autoComplete="off"
  />
)

/** Fields of an order of codes: school, seller, note. */
export const OrderFields = ({ typed, ...school }: OrderFieldsProps) => (
  <>
    <SchoolOfOrder typed={typed} {...school} />
    <Field
      label="Seller"
      hint="Leave empty if we sell the codes."
      name="seller"
      maxLength={200}
      defaultValue={typed.seller}
      autoComplete="off"
    />
    <NoteOfOrder typed={typed} />
  </>
)

/** Asks before codes are made for a school whose students cannot use them. Null for others, and once it was answered. */
export const askAboutSchool = async ({ app, staff }: StaffContext, form: Form, school: string): Promise<Ask | null> => {
  const found = school ? await findSchool(app, rowId(school) ?? 0, staff) : null
  if (!found || found.acceptsAccessCode || confirmationIn(form)) return null
  const says = [codeMessages.takesNone(found.name)]
  return ask({ title: 'Codes for this school?', says, button: 'Go on', needsReason: false })
}
