import { type CodeBatch, codeMessages } from '#src/access/rules/code-batches.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { findSchool } from '#src/schools/schools.ts'
import { type Ask, ask, confirmationIn } from '../../answer.ts'
import type { Form } from '../../screen.ts'
import { Select } from '../../ui/choices.tsx'
import { Field, type SentForm } from '../../ui/field.tsx'
import type { StaffContext } from '../staff-screen.ts'

interface SchoolProps {
  schools: { value: string; label: string }[]
  sent: SentForm
  /** The one to begin with; empty for none. */
  value: string
}

export const SchoolOfOrder = ({ schools, ...school }: SchoolProps) => (
  <Select label="School" name="school" empty="No school" options={schools} {...school} />
)

export const NoteOfOrder = (note: { sent: SentForm; defaultValue?: string }) => (
  <Field label="Note" hint="Say who gets the codes. Only staff see this." name="note" maxLength={200} {...note} />
)

interface OrderFieldsProps {
  schools: SchoolProps['schools']
  sent: SentForm
  /** The order as it is; absent for a new one. */
  batch?: CodeBatch
}

/** Fields of an order of codes: school, seller, note. */
export const OrderFields = ({ schools, sent, batch }: OrderFieldsProps) => (
  <>
    <SchoolOfOrder schools={schools} sent={sent} value={String(batch?.school?.id ?? '')} />
    <Field
      label="Seller"
      hint="Leave empty if we sell the codes."
      name="seller"
      maxLength={200}
      sent={sent}
      defaultValue={batch?.seller}
    />
    <NoteOfOrder sent={sent} defaultValue={batch?.note ?? ''} />
  </>
)

/** Asks before codes are made for a school whose students cannot use them. Null for others, and once it was answered. */
export const askAboutSchool = async ({ app, staff }: StaffContext, form: Form, school: string): Promise<Ask | null> => {
  const found = school ? await findSchool(app, rowId(school) ?? 0, staff) : null
  if (!found || found.acceptsAccessCode || confirmationIn(form)) return null
  const says = [codeMessages.takesNone(found.name)]
  return ask({ title: 'Codes for this school?', says, button: 'Go on', needsReason: false })
}
