import { Notice } from './notice.tsx'

/** What became of the last thing that was done on a page. */
export interface Saying {
  tone: 'good' | 'problem'
  text: string
}

/**
 * A line of the page. Where a script runs, what went well passes after 5 s, and a problem stays until the next thing is
 * done (rules.md G, §8; client/office.ts).
 */
export const Said = ({ saying }: { saying: Saying | null | undefined }) =>
  saying ? (
    <Notice tone={saying.tone}>
      <span data-said={saying.tone} role={saying.tone === 'good' ? 'status' : undefined}>
        {saying.text}
      </span>
    </Notice>
  ) : null
