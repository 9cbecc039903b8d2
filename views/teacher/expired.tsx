import { findFramers } from '#src/access/find-visitor.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { page, type ScreenContext, type Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Message } from '../ui/message.tsx'
import { Hourglass } from '../ui/pictures/hourglass.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'

/** Returns the page of a launch that has expired. The LMS that framed the launch may frame it. */
export const expiredPage = async ({ query, app, language }: ScreenContext) => {
  const lms = await findFramers(app, query.token)
  return page(null, { title: textsIn(language).teacher.expiredTitle, status: 410, framedBy: { lms } })
}

/** Says that the launch of a page has expired. Students come here by an address that a teacher copied. */
export const Expired = ({ site }: { site: Site }) => {
  const texts = useTexts('teacher')
  const { areYouStudent, letter } = useServerTexts('sentences').expired
  return (
    <Message
      title={texts.expiredTitle}
      picture={<Hourglass />}
      site={site}
      help={<HelpWithClip support={site.support} slot="page-expired" letter={letter} toTeacher />}
    >
      <p>{texts.expired(site.support.email)}</p>
      <p>{areYouStudent}</p>
    </Message>
  )
}
