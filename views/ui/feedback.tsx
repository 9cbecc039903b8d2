import type { FeedbackText } from '../answer.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/**
 * A line of the page. With a script, client/office.ts removes a success after 5 s, or 30 s if it can be undone; a problem
 * stays.
 */
export const Feedback = ({ feedback }: { feedback: FeedbackText | null | undefined }) =>
  feedback ? (
    <Notice tone={feedback.tone}>
      <span data-feedback={feedback.tone} role={feedback.tone === 'good' ? 'status' : undefined}>
        {feedback.text}
      </span>
      {feedback.undo && (
        <form method="post" action={feedback.undo.action} className="undo">
          {Object.entries(feedback.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button look="quiet" name="intent" value="undo">
            Undo
          </Button>
        </form>
      )}
    </Notice>
  ) : null
