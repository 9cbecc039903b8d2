import { type ChangeState, changeStateText } from '#src/signs/rules/sign-change.ts'

const TONES: Partial<Record<ChangeState, string>> = { approved: 'tag tag-good', sent_back: 'tag tag-problem' }

export const ChangeTag = ({ state }: { state: ChangeState }) => (
  <span className={TONES[state] ?? 'tag'}>{changeStateText[state]}</span>
)
