import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { page, type ScreenContext, type Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Message } from '../ui/message.tsx'
import { useTexts } from '../ui/texts.ts'

/** Returns the page of a launch that has expired. The LMS that framed the launch may frame it. */
export const expiredPage = async ({ query, modules, language }: ScreenContext) => {
  const lms = await modules.access.findFramers(query.token)
  return page(null, { title: textsIn(language).teacher.expiredTitle, status: 410, framedBy: { lms } })
}

/** Says that the launch of a page has expired. */
export const Expired = ({ site }: { site: Site }) => {
  const texts = useTexts('teacher')
  return (
    <Message
      title={texts.expiredTitle}
      site={site}
      help={<HelpWithClip support={site.support} slot="page-expired" toTeacher />}
    >
      <p>{texts.expired(site.support.email)}</p>
    </Message>
  )
}
