import { processMessages } from '#src/domain/staff-messages.ts'
import type { Form } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'

/** What a page asks before it does what is not easily undone. */
export interface Asking {
  title: string
  /** What it will do, sentence by sentence. */
  says: string[]
  /** What was sent to get here, to be sent again with the answer. */
  fields: Record<string, string | string[]>
  intent: string
  button: string
  reason: string
  problem: string | null
}

/** What a colleague answers: the sentences that were read, and why. Null: they have not been shown yet. */
export const answerOf = ({ fields, all }: Form): { seen: string[]; reason: string } | null =>
  all.seen ? { seen: all.seen, reason: (fields.reason ?? '').trim().slice(0, 500) } : null

/** The problem with an answer; null: it can be done. */
export const answerProblem = (answer: { reason: string } | null): string | null =>
  answer?.reason === '' ? processMessages.reason : null

/** The step between a button and what it does: without JavaScript a page, with it the same page in place. */
export const Confirm = ({ asking, action, back }: { asking: Asking; action: string; back: string }) => (
  <Panel title={asking.title} form>
    <ul className="bullets">
      {asking.says.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <form method="post" action={action} className="form">
      {Object.entries({ ...asking.fields, seen: asking.says }).flatMap(([name, value]) =>
        [value].flat().map(v => <input key={`${name} ${v}`} type="hidden" name={name} value={v} />),
      )}
      <Field
        label="Reason"
        name="reason"
        maxLength={500}
        defaultValue={asking.reason}
        problem={asking.problem ?? undefined}
        autoComplete="off"
      />
      <div className="buttons">
        <Button name="intent" value={asking.intent}>
          {asking.button}
        </Button>
        <a className="button button-quiet" href={back}>
          Cancel
        </a>
      </div>
    </form>
  </Panel>
)
