import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { opensLater } from '#src/canvas/canvas-people.ts'
import type { Language } from '#src/core/rules/language.ts'
import { courseName, courseUrl, framers, lmsUrl } from '#src/courses/rules/course.ts'
import { pageKindFor, studentDates } from '#src/payments/rules/pay-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type Lost, LostLink, lostLink } from '../help/help-corner.tsx'
import { paths } from '../paths.ts'
import { CourseReady, ToCourse, WhatsNext } from '../pay-panel/course-ready.tsx'
import { payHref } from '../pay-paths.ts'
import { page, type ScreenContext, screen } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { toPlatform } from '../to-platform.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PaperAndPen } from '../ui/pictures/paper-and-pen.tsx'
import { OpenDoor } from '../ui/pictures/picture.tsx'
import { PageHeader } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

const describe = async ({ app, site, now }: ScreenContext, entitlement: Entitlement, language: Language) => ({
  found: true as const,
  course: courseName(entitlement.course, textsIn(language).sentences.yourCourse),
  school: entitlement.school.name,
  courseUrl: toPlatform(courseUrl(entitlement.course), site),
  lmsUrl: lmsUrl(entitlement.course),
  ...studentDates(entitlement, now, site.timezone, language),
  isIn: hasAccess(entitlement),
  opensLater: await opensLater(app, entitlement),
  pageKind: pageKindFor(entitlement),
  token: entitlement.token,
})

type Enrolled = Awaited<ReturnType<typeof describe>>

/** Shows whether an enrollment or membership is complete, with the link to the course or to the payment page. */
export const enroll = screen<Enrolled | Lost>({
  path: paths.enroll,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async context => {
    const { token = '' } = context.query
    const entitlement = token ? await findEntitlement(context.app, token) : null
    if (!entitlement) return lostLink(token, context.language)
    const language = entitlement.language ?? context.language
    const enrolled = await describe(context, entitlement, language)
    const framedBy = { lms: framers(entitlement.course, entitlement.seenOrigin) }
    return page<Enrolled | Lost>(enrolled, { title: enrolled.course, language, framedBy })
  },
  View: ({ data, site }) => {
    const advice = useServerTexts('sentences').openAgainFromEither
    if (!data.found) return <LostLink {...data} advice={[advice]} site={site} />
    return (
      <div className="column">
        <PageHeader title={data.course} about={data.school} />
        <section className="card">{data.isIn ? <Complete {...data} /> : <NotYet {...data} />}</section>
        <HelpWithClip support={site.support} slot={data.isIn ? 'thank-you' : 'not-enrolled'} />
      </div>
    )
  },
})

const Complete = (enrolled: Enrolled) => {
  const texts = useServerTexts('sentences').enrollment
  const { opensLater } = useServerTexts('pay')
  const later = enrolled.opensLater && opensLater[enrolled.opensLater]
  return (
    <div className="thanks">
      <OpenDoor />
      <h2>{later ? later.title : texts.congratulations}</h2>
      {later ? (
        <p>{later.text}</p>
      ) : (
        <>
          <p>
            {texts.yours} <span dir="auto">{enrolled.course}</span> {texts.isComplete}
          </p>
          <CourseReady {...enrolled} />
          <ToCourse {...enrolled} />
          <WhatsNext signedUp={enrolled.pageKind === 'pay'} />
        </>
      )}
    </div>
  )
}

const NotYet = ({ pageKind, token }: Enrolled) => {
  const texts = useServerTexts('sentences').enrollment
  return (
    <div className="payment-state">
      <PaperAndPen />
      <h2>{texts.notComplete}</h2>
      <p>{texts.stillNeeded}</p>
      <ButtonLink href={payHref(pageKind, token)}>{texts.finish}</ButtonLink>
    </div>
  )
}
