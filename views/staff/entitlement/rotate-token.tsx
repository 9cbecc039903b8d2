import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Reason } from './reason.tsx'

/** Replaces a link that someone else has seen. Closed at first, because it is rarely needed. */
export const RotateToken = ({ token, missingReason }: { token: string; missingReason: boolean }) => (
  <Panel title="Did someone else get the link?">
    <details open={missingReason}>
      <summary>Make a new link</summary>
      <form method="post" action={hrefs.token(token)} className="form">
        <p>
          The current link stops working at once, for good. This person's access stays the same. They get the new link
          when they open the course or sign up again.
        </p>
        <Reason missing={missingReason} />
        <div className="buttons">
          <Button look="danger" name="intent" value="rotate">
            Make a new link
          </Button>
        </div>
      </form>
    </details>
  </Panel>
)
