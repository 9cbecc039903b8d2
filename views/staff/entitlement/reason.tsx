import { processMessages } from '#src/domain/staff-messages.ts'
import { Field } from '../../ui/field.tsx'

/** Why staff act on a person's row; their colleagues read it in the history. */
export const Reason = ({ missing }: { missing: boolean }) => (
  <Field
    label="Reason"
    name="reason"
    maxLength={500}
    problem={missing ? processMessages.reason : undefined}
    autoComplete="off"
  />
)
