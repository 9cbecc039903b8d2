import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { Ask } from '../help/ask.tsx'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { SignedHelp } from '../signed-help/signed-help.tsx'
import { Help } from '../ui/help.tsx'
import { useTexts } from '../ui/texts.ts'

interface ErrorHelpProps {
  support: Site['support']
  reference: string
  /** Slots of signed help for what the page shows. */
  slot: HelpSlot
}

/** Help on an error page: how to reach us, and a form that sends the reference along. */
export const ErrorHelp = ({ support, reference, slot }: ErrorHelpProps) => (
  <div className="help-corner">
    <Help support={support} reference={reference} />
    <SignedHelp slots={[slot]} />
    <details className="ask">
      <summary className="button button-quiet">{useTexts('help').askForHelp}</summary>
      <Ask action={hrefs.helpWith(reference)} email="" beside />
    </details>
  </div>
)
