import type { Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Message } from '../ui/message.tsx'
import { useTexts } from '../ui/texts.ts'

/** Shown when the launch of a page has expired. */
export const Expired = ({ site }: { site: Site }) => {
  const texts = useTexts('teacher')
  return (
    <Message title={texts.expiredTitle} site={site} help={<HelpWithClip support={site.support} slot="page-expired" />}>
      <p>{texts.expired(site.support.email)}</p>
    </Message>
  )
}
