import { type HelpShown, helpMessages } from '#src/messages/rules/help.ts'
import { Island } from '../island-host.tsx'
import { type HelpFrom, hrefs } from '../paths.ts'
import type { Outside, Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { Ask } from './ask.tsx'
import Chat from './chat.island.tsx'

/** Outside hosts that the page's content security policy must allow. */
export const chatOf = ({ chat }: HelpShown): Outside[] => (chat ? ['chat'] : [])

interface HelpCornerProps {
  help: HelpShown
  support: Site['support']
  from: HelpFrom
}

/** Help on a payment page: an email address, a form outside K-12 schools, and the chat when it is set up. */
export const HelpCorner = ({ help, support, from }: HelpCornerProps) => (
  <div className="help-corner">
    <Help support={support} />
    {!help.isK12 && (
      <details className="ask">
        <summary className="button button-quiet">{helpMessages.ask}</summary>
        <Ask action={hrefs.help(help.token ?? undefined, from)} email={help.email} beside />
      </details>
    )}
    {help.chat && <Island of={Chat} props={help.chat} eager />}
  </div>
)
