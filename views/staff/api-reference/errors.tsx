import type { ApiField } from '#src/staff/rules/api-fields.ts'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { FieldTable } from './field-table.tsx'
import { Prose } from './prose.tsx'

/** Statuses of error replies, and what the caller can do. */
const STATUSES: [string, string][] = [
  ['400', 'We could not read the request. Check its format.'],
  ['401', 'Your token is missing or has expired. Log in again.'],
  ['403', 'Your role does not allow this: ask a manager. With `sign_in_again`: log in again, then repeat it.'],
  ['404', 'We found nothing with this token, code or id.'],
  ['409', 'Something else changed first, or it exists already. Read it again, then decide.'],
  ['422', 'A value is missing or does not fit. `errors` names each field.'],
  ['429', 'Too many requests. Wait as many seconds as the header Retry-After says.'],
  ['500', 'Something failed on our side. Quote the `error_id` when you write to us.'],
  ['502, 503', 'Another service does not answer. Try again in a minute.'],
]

const MEANINGS: Record<string, string> = {
  error: 'A sentence to show to people. It may change.',
  reason: 'A stable code. Compare this one in programs.',
  errors: 'The fields that are not valid.',
  error_id: 'Finds the error in our logs.',
}

const withMeaning = (field: ApiField): ApiField => ({ ...field, about: field.about || (MEANINGS[field.name] ?? '') })

/** Explains the error replies, which are the same for all calls. */
export const Errors = ({ fields }: { fields: ApiField[] }) => (
  <Panel title="When a call fails">
    <p className="api-text">Every error reply has the same fields. The status says what to do.</p>
    <FieldTable caption="Fields of an error reply" fields={fields.map(withMeaning)} of="reply" />
    <details>
      <summary>Statuses</summary>
      <Facts of={STATUSES.map(([status, advice]) => [status, <Prose key={status} text={advice} />])} />
    </details>
  </Panel>
)
