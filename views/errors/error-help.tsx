import { Ask } from '../help/ask.tsx'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { useTexts } from '../ui/texts.ts'

/** Help on an error page: how to reach us, and a form that sends the reference along. */
export const ErrorHelp = ({ support, reference }: { support: Site['support']; reference: string }) => (
  <div className="help-corner">
    <Help support={support} reference={reference} />
    <details className="ask">
      <summary className="button button-quiet">{useTexts('help').askForHelp}</summary>
      <Ask action={hrefs.helpWith(reference)} email="" beside />
    </details>
  </div>
)
