import { Notice } from './notice.tsx'

/** The result of the last action on a page. */
export interface Saying {
  tone: 'good' | 'problem'
  text: string
}

/** A line of the page. With a script, client/office.ts removes a success after 5 s; a problem stays. */
export const Said = ({ saying }: { saying: Saying | null | undefined }) =>
  saying ? (
    <Notice tone={saying.tone}>
      <span data-said={saying.tone} role={saying.tone === 'good' ? 'status' : undefined}>
        {saying.text}
      </span>
    </Notice>
  ) : null
