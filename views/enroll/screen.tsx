import { entitlementMessages, hasAccess } from '#src/access/rules/entitlement.ts'
import { courseName, courseUrl, framers, lmsUrl } from '#src/courses/rules/course.ts'
import { type PayPageKind, pageKindFor } from '#src/payments/rules/page-kind.ts'
import { paths } from '../paths.ts'
import { payHref } from '../pay-paths.ts'
import { page, screen } from '../screen.ts'
import { toPlatform } from '../to-platform.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Help } from '../ui/help.tsx'
import { Mark } from '../ui/mark.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ToCourse } from '../ui/to-course.tsx'

interface Enrolled {
  course: string
  school: string
  courseUrl: string | null
  lmsUrl: string | null
  isIn: boolean
  pageKind: PayPageKind
  token: string
}

type Data = { enrolled: Enrolled } | { enrolled: null; message: string }

/** Shows whether an enrollment or membership is complete, with the link to the course or to the payment page. */
export const enroll = screen<Data>({
  path: paths.enroll,
  access: 'public',
  chrome: 'bar',
  load: async ({ query, modules, site }) => {
    const { token = '' } = query
    const entitlement = token ? await modules.access.findEntitlement(token) : null
    if (!entitlement) {
      const message = token ? entitlementMessages.tokenNotFound : entitlementMessages.noToken
      return page({ enrolled: null, message }, { title: entitlementMessages.linkNotFound, status: token ? 404 : 400 })
    }
    const { course, school } = entitlement
    const enrolled: Enrolled = {
      course: courseName(course),
      school: school.name,
      courseUrl: toPlatform(courseUrl(course), site),
      lmsUrl: lmsUrl(course),
      isIn: hasAccess(entitlement),
      pageKind: pageKindFor(entitlement),
      token,
    }
    return page({ enrolled }, { title: enrolled.course, framedBy: { lms: framers(course, entitlement.seenOrigin) } })
  },
  View: ({ data, site }) =>
    data.enrolled ? (
      <div className="column">
        <PageHeader title={data.enrolled.course} about={data.enrolled.school} />
        <section className="card">
          {data.enrolled.isIn ? <Complete {...data.enrolled} /> : <NotYet {...data.enrolled} />}
        </section>
        <Help support={site.support} />
      </div>
    ) : (
      <Message title={data.message} site={site}>
        <p>Go back to your course or your sign-up page. Open the link there again.</p>
      </Message>
    ),
})

const Complete = ({ course, courseUrl, lmsUrl }: Enrolled) => (
  <div className="thanks">
    <Mark size={72} />
    <h2>Congratulations!</h2>
    <p>
      Your enrollment in <span dir="auto">{course}</span> is complete.
    </p>
    <ToCourse courseUrl={courseUrl} lmsUrl={lmsUrl} framed />
  </div>
)

const NotYet = ({ pageKind, token }: Enrolled) => (
  <div className="payment-state">
    <h2>Your enrollment is not complete yet</h2>
    <p>You still need to enter an access code or pay.</p>
    <ButtonLink href={payHref(pageKind, token)}>Finish enrolling</ButtonLink>
  </div>
)
