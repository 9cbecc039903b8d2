import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Reason } from './reason.tsx'

/** For a link that came into other hands (rules.md F3). Rare, so it is folded away. */
export const RotateToken = ({ token, unreasoned }: { token: string; unreasoned: boolean }) => (
  <Panel title="Link in other hands?">
    <details open={unreasoned}>
      <summary>Make a new link</summary>
      <form method="post" action={hrefs.token(token)} className="form">
        <p>
          The link of today opens nothing any more. This person stays in or out as they are, and gets the new link when
          they open the course in their LMS or sign up again.
        </p>
        <Reason missing={unreasoned} />
        <div className="buttons">
          <Button look="quiet" name="intent" value="rotate">
            Make a new link
          </Button>
        </div>
      </form>
    </details>
  </Panel>
)
