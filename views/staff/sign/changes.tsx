import { shownFields } from '#src/signs/rules/added-signs.ts'
import { type EntryTexts, entryFieldNames, entryFields } from '#src/signs/rules/entry-fields.ts'
import { type ChangeState, changeStateText, REMARK_MAX, type SignChange } from '#src/signs/rules/sign-changes.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Badge, Bullets } from '../../ui/facts.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import type { SignPage } from './screen.tsx'

const TONES: Partial<Record<ChangeState, 'good' | 'problem'>> = { approved: 'good', sent_back: 'problem' }

export const ChangeTag = ({ state }: { state: ChangeState }) => (
  <Badge tone={TONES[state]}>{changeStateText[state]}</Badge>
)

/** Says what a change of a whole entry does; nothing for a change of fields. */
export const ChangeWords = ({ change: { entry, withdraws, fields } }: { change: SignChange }) => {
  if (!entry) return null
  if (withdraws) return <p>Withdraws the entry from the dictionary.</p>
  const adds = Object.keys(fields).length > 0
  return <p>{adds ? 'Adds the entry to the dictionary.' : 'Brings the entry back to the dictionary.'}</p>
}

interface FieldChangesProps {
  /** Texts that the dictionary shows. Left out for an earlier change. */
  now?: EntryTexts | undefined
  fields: Partial<EntryTexts>
}

/** The fields of a change, each with the text before and after. */
export const FieldChanges = ({ now, fields }: FieldChangesProps) =>
  Object.keys(fields).length > 0 && (
    <ul className="changes">
      {entryFieldNames.map(field => {
        const text = fields[field]
        if (text === undefined) return null
        return (
          <li key={field}>
            {entryFields[field].label}: {now?.[field] && <del>{now[field]}</del>} <ins>{text || 'empty'}</ins>
          </li>
        )
      })}
    </ul>
  )

/** The change that waits for review or was sent back, with the steps that one may take. */
export const OpenChange = ({ data }: { data: SignPage }) => {
  const { time } = useDates()
  const sent = usePosted('send-back')
  const { open: change, reviews, withdrawalSays: says } = data
  if (!change) return null
  const now = data.state === 'listed' ? data.now : undefined
  const { id, sign, state, withdraws, proposedBy, createdAt } = change
  return (
    <Panel title="Review">
      <p>
        <ChangeTag state={state} /> {proposedBy ?? 'Unknown'} <span className="soft">{time(createdAt)}</span>
      </p>
      <ChangeWords change={change} />
      {says.length > 0 && <Bullets of={says} />}
      <FieldChanges now={now} fields={shownFields(change)} />
      {change.comment && <p className="as-typed">“{change.comment}”</p>}
      {state === 'sent_back' && !withdraws && <p>Correct the form and send it for review again.</p>}
      <form method="post" action={hrefs.sign(sign)} className="form">
        <input type="hidden" name="change" value={id} />
        <div className="buttons">
          {reviews && (
            <ActionButton
              intent="approve"
              label={withdraws ? 'Withdraw the entry' : 'Approve'}
              look={withdraws ? 'danger' : 'primary'}
            />
          )}
          <ActionButton intent="discard" label={withdraws ? 'Keep the entry' : 'Discard the change'} look="quiet" />
        </div>
      </form>
      {reviews && <p className="soft">You review entries, so you may also approve your own changes.</p>}
      {reviews && (
        <form method="post" action={hrefs.sign(sign)} className="form">
          <input type="hidden" name="change" value={id} />
          <TextArea label="What should be corrected?" name="comment" sent={sent} maxLength={REMARK_MAX} rows={2} />
          <ActionButton intent="send-back" label="Send back" look="quiet" />
        </form>
      )}
    </Panel>
  )
}
