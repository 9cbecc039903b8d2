import { type ClipState, stateText } from '#src/clips/rules/clip.ts'

const TONES: Partial<Record<ClipState, string>> = {
  published: 'tag tag-good',
  approved: 'tag tag-good',
  failed: 'tag tag-problem',
  sent_back: 'tag tag-problem',
}

export const StateTag = ({ state }: { state: ClipState }) => (
  <span className={TONES[state] ?? 'tag'}>{stateText[state]}</span>
)
