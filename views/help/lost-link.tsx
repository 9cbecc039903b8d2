import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import type { Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Message } from '../ui/message.tsx'
import { Signpost } from '../ui/pictures/signpost.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface LostLinkProps {
  message: string
  /** Says how to open the page again. */
  advice: string
  slot: HelpSlot
  site: Site
}

/** Shown when the link of a page has no token, or an unknown one. */
export const LostLink = ({ message, advice, slot, site }: LostLinkProps) => {
  const { lostLinkLetter } = useServerTexts('sentences')
  return (
    <Message
      title={message}
      picture={<Signpost />}
      site={site}
      help={<HelpWithClip support={site.support} slot={slot} letter={lostLinkLetter} />}
    >
      <p>{advice}</p>
    </Message>
  )
}
