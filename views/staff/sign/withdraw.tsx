import type { Sign } from '#src/signs/rules/dictionary.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'

interface WithdrawProps {
  sign: Sign
  /** Number of the latest change, 0 for none. */
  seen: number
}

/** Asks to withdraw an entry that the dictionary shows. */
export const Withdrawing = (props: WithdrawProps) => (
  <Panel title="Withdraw">
    <p>
      The entry leaves the dictionary, cards, sheets and lists once a reviewer approves. Its clips are kept. You can
      bring it back.
    </p>
    <Step {...props} intent="withdraw" label="Ask to withdraw…" />
  </Panel>
)

/** Stands in for the form of an entry that was withdrawn. */
export const Withdrawn = (props: WithdrawProps) => (
  <Panel title="Withdrawn">
    <p>The dictionary does not show this entry. A reviewer can bring it back as it was.</p>
    <Step {...props} intent="restore" label="Ask to bring back" />
  </Panel>
)

const Step = ({ sign, seen, intent, label }: WithdrawProps & { intent: string; label: string }) => (
  <form method="post" action={hrefs.sign(sign.slug)} className="buttons">
    <input type="hidden" name="seen" value={seen} />
    <Button look="quiet" name="intent" value={intent}>
      {label}
    </Button>
  </form>
)
