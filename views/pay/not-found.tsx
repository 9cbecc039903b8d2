import type { HelpShown } from '#src/messages/rules/help.ts'
import { HelpCorner } from '../help/help-corner.tsx'
import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import { Signpost } from '../ui/pictures/signpost.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** Shown when the link has no token, or an unknown one. */
export const NotFound = ({ message, help, site }: { message: string; help: HelpShown; site: Site }) => {
  const texts = useServerTexts('sentences')
  return (
    <Message
      title={message}
      picture={<Signpost />}
      site={site}
      help={
        <HelpCorner
          help={help}
          support={site.support}
          from="lti"
          slots={[help.token ? 'link-unknown' : 'link-missing']}
          letter={texts.lostLinkLetter}
        />
      }
    >
      <p>{texts.openAgainFromCourse}</p>
      <p>{texts.stillThisPage}</p>
    </Message>
  )
}
