import type { ConsentText, Signer } from '#src/clips/rules/consent.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Panel } from '../../ui/office-page.tsx'

interface ConsentPanelProps {
  text: ConsentText
  /** The staff user as a signer, with the consent they gave last. */
  own: Signer | null
  /** Address of the page. */
  action: string
}

/** Asks a signer to agree to the consent text, once for each version of it. */
export const ConsentPanel = ({ text, own, action }: ConsentPanelProps) =>
  own?.consent?.version === text.version ? null : (
    <Panel title={own?.consent ? 'The consent text has changed' : 'Before you record'} form>
      <p className="as-typed">{text.text}</p>
      <p className="soft">Version {text.version}</p>
      <form method="post" action={action} className="form">
        <input type="hidden" name="version" value={text.version} />
        <Check label="I agree to this for my clips" name="agreed" value="yes" required />
        <Button name="intent" value="agree">
          Save my consent
        </Button>
      </form>
    </Panel>
  )
