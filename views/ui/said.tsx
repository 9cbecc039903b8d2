import { Notice } from './notice.tsx'

/** Result of the last action on a page. */
export interface Saying {
  tone: 'good' | 'problem'
  text: string
}

/**
 * Shows the result of the last action. With JavaScript a success disappears after 5 s; a problem stays until the next
 * action.
 */
export const Said = ({ saying }: { saying: Saying | null | undefined }) =>
  saying ? (
    <Notice tone={saying.tone}>
      <span data-said={saying.tone} role={saying.tone === 'good' ? 'status' : undefined}>
        {saying.text}
      </span>
    </Notice>
  ) : null
