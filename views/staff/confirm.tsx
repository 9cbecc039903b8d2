import type { Form } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'

/** A question asked before an action that is hard to undo. */
export interface Confirmation {
  title: string
  /** Effects of the action, one sentence each. */
  says: string[]
  /** Sent back as `confirmed`, to notice that the effects changed meanwhile. */
  effectsKey?: string
  /** Fields of the first request, sent again with the answer. */
  fields: Record<string, string | string[]>
  intent: string
  button: string
  /** It cannot be undone, or takes access from many. */
  isDangerous?: boolean
  /** The reason typed before; null if none is asked for. */
  reason: string | null
  problem: string | null
}

/** Returns the confirmation that staff sent, with their reason. Null when nothing has been shown yet. */
export const answerOf = ({ fields: { confirmed, reason = '' } }: Form): { confirmed: string; reason: string } | null =>
  confirmed === undefined ? null : { confirmed, reason: reason.trim().slice(0, 500) }

/** Lists the effects of an action, and asks for a reason where one is kept, before it is carried out. */
export const Confirm = ({
  confirmation,
  action,
  back,
}: {
  confirmation: Confirmation
  action: string
  back: string
}) => (
  <Panel title={confirmation.title} form isNext>
    <ul className="bullets">
      {confirmation.says.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <form method="post" action={action} className="form">
      {Object.entries({ ...confirmation.fields, confirmed: confirmation.effectsKey ?? 'yes' }).flatMap(
        ([name, value]) => [value].flat().map(v => <input key={`${name} ${v}`} type="hidden" name={name} value={v} />),
      )}
      {confirmation.reason !== null && (
        <Field
          label="Reason"
          name="reason"
          maxLength={500}
          defaultValue={confirmation.reason}
          problem={confirmation.problem ?? undefined}
          autoComplete="off"
        />
      )}
      <div className="buttons">
        <Button name="intent" value={confirmation.intent} look={confirmation.isDangerous ? 'danger' : 'primary'}>
          {confirmation.button}
        </Button>
        <a className="button button-quiet" href={back}>
          Cancel
        </a>
      </div>
    </form>
  </Panel>
)
