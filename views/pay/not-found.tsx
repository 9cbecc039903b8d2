import type { HelpShown } from '#src/messages/rules/help.ts'
import { HelpCorner } from '../help/help-corner.tsx'
import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'

/** Shown when the link has no token, or an unknown one. */
export const NotFound = ({ message, help, site }: { message: string; help: HelpShown; site: Site }) => (
  <Message title={message} site={site} help={<HelpCorner help={help} support={site.support} from="lti" />}>
    <p>Go back to your course and open the link there again.</p>
    <p>Do you still see this page? Ask your teacher for the link, or write to us.</p>
  </Message>
)
