import type { Form } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'

/** A question asked before an action that is hard to undo. */
export interface Confirmation {
  title: string
  /** Effects of the action, one sentence each. */
  says: string[]
  /** Sent back as `seen`, to notice that the effects changed; by default `says`. */
  seen?: string
  /** Fields of the first request, sent again with the answer. */
  fields: Record<string, string | string[]>
  intent: string
  button: string
  reason: string
  problem: string | null
}

/** Returns the effects that the person has seen and their reason. Null when nothing has been shown yet. */
export const answerOf = ({ fields, all }: Form): { seen: string[]; reason: string } | null =>
  all.seen ? { seen: all.seen, reason: (fields.reason ?? '').trim().slice(0, 500) } : null

/** Lists the effects of an action and asks for a reason before it is carried out. */
export const Confirm = ({
  confirmation,
  action,
  back,
}: {
  confirmation: Confirmation
  action: string
  back: string
}) => (
  <Panel title={confirmation.title} form>
    <ul className="bullets">
      {confirmation.says.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <form method="post" action={action} className="form">
      {Object.entries({ ...confirmation.fields, seen: confirmation.seen ?? confirmation.says }).flatMap(
        ([name, value]) => [value].flat().map(v => <input key={`${name} ${v}`} type="hidden" name={name} value={v} />),
      )}
      <Field
        label="Reason"
        name="reason"
        maxLength={500}
        defaultValue={confirmation.reason}
        problem={confirmation.problem ?? undefined}
        autoComplete="off"
      />
      <div className="buttons">
        <Button name="intent" value={confirmation.intent}>
          {confirmation.button}
        </Button>
        <a className="button button-quiet" href={back}>
          Cancel
        </a>
      </div>
    </form>
  </Panel>
)
