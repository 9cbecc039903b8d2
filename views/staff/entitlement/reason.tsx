import { processMessages } from '#src/access/rules/process-messages.ts'
import { Field } from '../../ui/field.tsx'

/** Required reason for a change; it is shown in the history. */
export const Reason = ({ missing }: { missing: boolean }) => (
  <Field
    label="Reason"
    name="reason"
    maxLength={500}
    problem={missing ? processMessages.reason : undefined}
    autoComplete="off"
  />
)
