import { findEntitlement } from '#src/access/tokens.ts'
import { type CourseShown, courseShown } from '#src/accounts/rules/sign-up-page.ts'
import { findExistingLogin } from '#src/canvas/canvas-people.ts'
import { listTeachers } from '#src/courses/courses.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs, paths } from '../paths.ts'
import { loadPay, PayCard, type PayData, payActions } from '../pay-panel/pay-page.tsx'
import { type Result, redirect, type ScreenContext, screen } from '../screen.ts'
import { About, type SignUpData, SignUpView, signUpActions } from '../sign-up/sign-up-page.tsx'
import { PageHeader } from '../ui/public-page.tsx'

type Data =
  | SignUpData
  | ({ show: 'pay'; course: CourseShown; keptLogin: string | null } & Omit<PayData & { found: true }, 'found'>)

const signUp = signUpActions('pay')

/** True for tokens that may be of an enrollment. Membership tokens belong to /lti/pay. */
const isEnrollment = (context: ScreenContext) => /^(?!c_)./.test(context.query.token ?? '')

/** Loads the pay page with the course facts above its panel. */
const loadCourse = async (context: ScreenContext): Promise<Result<Data>> => {
  const shown = await loadPay(context)
  const entitlement = shown.data.found ? await findEntitlement(context.app, context.query.token ?? '') : null
  if (!shown.data.found || !entitlement) return signUp.load(context)
  const teachers = await listTeachers(context.app.db, entitlement.course.id)
  const { products } = entitlement.course
  const course = courseShown(shown.data.panel.course, { teachers, products, school: entitlement.school })
  const host = await findExistingLogin(context.app, entitlement)
  const { sentences } = textsIn(shown.language ?? context.language)
  const keptLogin = host && sentences.keptLogin(host)
  return { ...shown, framedBy: 'nobody', data: { ...shown.data, show: 'pay', course, keptLogin } }
}

/** Pay page of a teacher's link: sign up first, then a code or a card. */
export const pay = screen<Data>({
  path: paths.pay,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async context => {
    if (context.query.token?.startsWith('m_')) return redirect(hrefs.ltiPay(context.query.token))
    return isEnrollment(context) ? loadCourse(context) : signUp.load(context)
  },
  submit: { ...signUp.submit, ...payActions },
  View: ({ data, site }) =>
    data.show === 'pay' ? (
      <div className="column">
        <PageHeader title={data.course.name} about={data.course.school} />
        <About course={data.course} live={site.live} note={data.keptLogin} />
        <PayCard {...data} site={site} />
      </div>
    ) : (
      <SignUpView data={data} site={site} from="pay" />
    ),
})
