import { shortTime } from '#src/core/rules/business-day.ts'
import { shownFields } from '#src/signs/rules/added-signs.ts'
import type { EntryTexts } from '#src/signs/rules/entry-fields.ts'
import { REMARK_MAX, type SignChange } from '#src/signs/rules/sign-change.ts'
import { hrefs } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ChangeTag, ChangeWords } from './change-tag.tsx'
import { FieldChanges } from './field-changes.tsx'

interface OpenChangeProps {
  change: SignChange
  /** What the dictionary shows; left out for an entry that it does not show. */
  now?: EntryTexts | undefined
  /** The change waits, and the role may approve it. */
  reviews: boolean
  timezone: string
  /** Effects of a withdrawal. */
  says: string[]
}

/** The change that waits for review or was sent back, with the steps that one may take. */
export const OpenChange = ({ change, now, reviews, timezone, says }: OpenChangeProps) => {
  const { fields, problems } = usePosted('send-back')
  const { id, sign, state, withdraws, proposedBy, createdAt } = change
  return (
    <Panel title="Review">
      <p>
        <ChangeTag state={state} /> {proposedBy ?? 'Unknown'}{' '}
        <span className="soft">{shortTime(createdAt, timezone)}</span>
      </p>
      <ChangeWords change={change} />
      {says.length > 0 && (
        <ul className="bullets">
          {says.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <FieldChanges now={now} fields={shownFields(change)} />
      {change.comment && <p className="as-typed">“{change.comment}”</p>}
      {state === 'sent_back' && !withdraws && <p>Correct the form and send it for review again.</p>}
      <form method="post" action={hrefs.sign(sign)} className="form">
        <input type="hidden" name="change" value={id} />
        <div className="buttons">
          {reviews && (
            <Button look={withdraws ? 'danger' : 'primary'} name="intent" value="approve">
              {withdraws ? 'Withdraw the entry' : 'Approve'}
            </Button>
          )}
          <Button look="quiet" name="intent" value="discard">
            {withdraws ? 'Keep the entry' : 'Discard the change'}
          </Button>
        </div>
      </form>
      {reviews && <p className="soft">You review entries, so you may also approve your own changes.</p>}
      {reviews && (
        <form method="post" action={hrefs.sign(sign)} className="form">
          <input type="hidden" name="change" value={id} />
          <TextArea
            label="What should be corrected?"
            name="comment"
            maxLength={REMARK_MAX}
            rows={2}
            defaultValue={fields.comment}
            problem={problems.comment}
          />
          <Button look="quiet" name="intent" value="send-back">
            Send back
          </Button>
        </form>
      )}
    </Panel>
  )
}
