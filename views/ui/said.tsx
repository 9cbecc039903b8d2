import { Notice } from './notice.tsx'

/** What became of the last thing that was done on a page. */
export interface Saying {
  tone: 'good' | 'problem'
  text: string
}

/** It stays in the page until the next thing is done (rules.md G, §8). */
export const Said = ({ saying }: { saying: Saying | null | undefined }) =>
  saying ? (
    <Notice tone={saying.tone}>
      <span data-said>{saying.text}</span>
    </Notice>
  ) : null
