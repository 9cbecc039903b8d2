import { type ChangeState, changeStateText, type SignChange } from '#src/signs/rules/sign-change.ts'

const TONES: Partial<Record<ChangeState, string>> = { approved: 'tag tag-good', sent_back: 'tag tag-problem' }

export const ChangeTag = ({ state }: { state: ChangeState }) => (
  <span className={TONES[state] ?? 'tag'}>{changeStateText[state]}</span>
)

/** Says what a change of a whole entry does; nothing for a change of fields. */
export const ChangeWords = ({ change: { entry, withdraws, fields } }: { change: SignChange }) => {
  if (!entry) return null
  if (withdraws) return <p>Withdraws the entry from the dictionary.</p>
  const adds = Object.keys(fields).length > 0
  return <p>{adds ? 'Adds the entry to the dictionary.' : 'Brings the entry back to the dictionary.'}</p>
}
