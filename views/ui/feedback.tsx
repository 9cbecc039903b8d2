import { Notice } from './notice.tsx'

/** The result of the last action on a page. */
export interface FeedbackText {
  tone: 'good' | 'problem'
  text: string
}

/** A line of the page. With a script, client/office.ts removes a success after 5 s; a problem stays. */
export const Feedback = ({ feedback }: { feedback: FeedbackText | null | undefined }) =>
  feedback ? (
    <Notice tone={feedback.tone}>
      <span data-feedback={feedback.tone} role={feedback.tone === 'good' ? 'status' : undefined}>
        {feedback.text}
      </span>
    </Notice>
  ) : null
