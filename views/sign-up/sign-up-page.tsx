import type { ReactNode } from 'react'
import { findCaptchaNeed } from '#src/accounts/captcha.ts'
import { signUpStatus } from '#src/accounts/contract.ts'
import { describeHelp } from '#src/accounts/help-requests.ts'
import { captchaResponse } from '#src/accounts/rules/captcha.ts'
import { signUpProblems } from '#src/accounts/rules/sign-up.ts'
import {
  type CourseShown,
  courseShown,
  laterSignUpSlots,
  type SignUpForm,
  type SignUpPage,
  type SignUpReason,
  signUpSlots,
  unitRanges,
} from '#src/accounts/rules/sign-up-page.ts'
import { openStep, sealStep } from '#src/accounts/sealed-step.ts'
import { resendCode, sendCode } from '#src/accounts/sign-ups.ts'
import { signUpPage, signUpRefusalText } from '#src/accounts/texts/sign-up-page.ts'
import { verifyCode } from '#src/accounts/verified-sign-ups.ts'
import { type AllProblems, firstOfLists, inLists } from '#src/core/rules/form.ts'
import type { Language } from '#src/core/rules/language.ts'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { joinStatus } from '#src/courses/contract.ts'
import { openJoinLink } from '#src/courses/courses.ts'
import { courseName } from '#src/courses/rules/course.ts'
import {
  isJoinRefused,
  type JoinCourse,
  type JoinRefused,
  joinRefusals,
  loginUrl,
} from '#src/courses/rules/join-course.ts'
import { type JoinCard, joinCard } from '#src/courses/texts/join-course.ts'
import { flagSupport } from '#src/messages/help.ts'
import type { HelpShown } from '#src/messages/rules/help.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type Answer, invalid, posted, refused } from '../answer.ts'
import { TellTeacher } from '../errors/tell-teacher.tsx'
import { chatOf, HelpCorner } from '../help/help-corner.tsx'
import { Island } from '../island-host.tsx'
import { type HelpFrom, hrefs, paths } from '../paths.ts'
import { signUpHref, withQuery } from '../pay-paths.ts'
import type { Fields, Form, Page, Result, ScreenContext, Site } from '../screen.ts'
import { page, redirect } from '../screen.ts'
import { LanguageButton } from '../shell/language-switch.tsx'
import { toPlatform } from '../to-platform.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Signpost } from '../ui/pictures/page-pictures.tsx'
import { Message, PageHeader, Ways } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import SignUpPanel from './sign-up-panel.island.tsx'

export type SignUpData = { help: HelpShown } & (
  | { show: 'sign-up'; course: CourseShown; login: string | null; panel: SignUpPage }
  | { show: 'card'; slot: HelpSlot; card: JoinCard; login: string | null; contextId: string | null }
)

/** Error card of a join link. Not part of an LMS, so nobody may frame it. */
const card = async (context: ScreenContext, link: JoinRefused): Promise<Page<SignUpData>> => {
  const course = 'course' in link ? link.course : null
  const card = joinCard(link, textsIn(context.language).sentences)
  const help = await describeHelp(context.app, course?.joinToken, course)
  const login = link.reason === 'course_expired' ? toPlatform(loginUrl(link.course), context.site) : null
  return page(
    { show: 'card', slot: slotOf(link), help, card, login, contextId: course?.contextId ?? null },
    { title: card.title, status: statusOf(link), outside: chatOf(help) },
  )
}

const statusOf = ({ reason }: JoinRefused): number => (reason === 'no_token' ? 400 : httpStatus(joinStatus, reason))

const slotOf = ({ reason }: JoinRefused): HelpSlot => {
  if (reason === 'no_token') return 'link-missing'
  if (reason === 'link_not_found') return 'link-unknown'
  return reason === 'course_expired' ? 'sign-up-ended' : 'join-link-closed'
}

/** Most characters of an address that the page repeats. */
const EMAIL_MAX = 254

/** All problems of the first step, with several for a password. */
const problemsOf = (form: SignUpForm, { emailDomain }: JoinCourse, language: Language, fields: Fields): AllProblems =>
  signUpProblems(form, fields, { emailDomain, faults: textsIn(language).join.faults })

/** The values of a form to show again. The code has a name of its own on each page. */
const typedIn = (fields: Fields): SignUpPage['typed'] => {
  const { name = '', first_name = '', last_name = '', email = '', pin_number = '', code = pin_number } = fields
  return { name, first_name, last_name, email, code }
}

/** The first step; after its form the second, with what was wrong with the form before. */
const stateOf = (
  { app, query, answer, language }: ScreenContext,
  form: SignUpForm,
  course: JoinCourse,
): Pick<SignUpPage, 'step' | 'typed' | 'problems' | 'note'> => {
  if (!answer) {
    const sent = openStep<Fields>(app, course.joinToken, query.sent)
    const { sentences } = textsIn(language)
    const note = sent?.isLate ? sentences.late : sent?.isNew ? sentences.resent : null
    return { step: sent ? 'magic_code' : 'email', typed: typedIn(sent ?? {}), note, problems: {} }
  }
  const { fields, problems } = posted(answer, 'sign_up', 'verify', 'resend')
  const { '': note = null, ...atFields } = problems
  const isFirst = answer.intent === 'sign_up'
  return {
    step: isFirst && note === null ? 'email' : 'magic_code',
    // Not a code that no longer works.
    typed: typedIn(answer.intent === 'resend' ? { email: fields.email ?? '' } : fields),
    note,
    problems: answer.reason === 'form_invalid' ? problemsOf(form, course, language, fields) : inLists(atFields),
  }
}

const draw = async (context: ScreenContext, form: SignUpForm, course: JoinCourse): Promise<Page<SignUpData>> => {
  const { app, language, site } = context
  const title = courseName(course, textsIn(language).sentences.yourCourse)
  const help = await describeHelp(app, course.joinToken, course)
  const captcha = findCaptchaNeed(app, language)
  return page(
    {
      show: 'sign-up',
      help,
      course: courseShown(title, course),
      login: toPlatform(loginUrl(course), site),
      panel: signUpPage(form, course, language, { captcha, ...stateOf(context, form, course) }),
    },
    { title, outside: ['captcha', ...chatOf(help)] },
  )
}

/** Load and submit handlers of both sign-up pages. They work without JavaScript. */
export const signUpActions = (form: SignUpForm) => {
  const parameter = form === 'join' ? 'course' : 'token'
  const tokenOf = (context: ScreenContext) => context.query[parameter] ?? ''
  const from = ({ address, language }: ScreenContext) => ({ address, language })
  const pin = form === 'join' ? 'pin_number' : 'code'
  const linkRefused = (link: JoinRefused) => refused(link.reason, joinRefusals[link.reason], statusOf(link))
  const refuse = (context: ScreenContext, { reason, until }: { reason: SignUpReason; until?: Date }, field = '') => {
    const { message } = signUpRefusalText(reason, context.language, form === 'join')
    return refused(reason, { message, field }, signUpStatus[reason], until)
  }
  const toCode = (context: ScreenContext, { joinToken: token }: JoinCourse, fields: Fields, wait: number) => {
    const step = { ...fields, ...(wait > 0 && { isLate: 'yes' }) }
    return redirect(withQuery(signUpHref({ form, token }), { sent: sealStep(context.app, token, step, wait) }))
  }

  const load = async (context: ScreenContext): Promise<Result<SignUpData>> => {
    const link = await openJoinLink(context.app, { token: tokenOf(context) })
    if (!link.ok && link.reason === 'no_token')
      await flagSupport(context.app, form === 'join' ? paths.verify : paths.pay)
    return link.ok ? draw(context, form, link.course) : card(context, link)
  }

  /** Runs an action if the link opens. */
  const atLink =
    (act: (context: ScreenContext, fields: Fields, course: JoinCourse) => Promise<Result<SignUpData> | Answer>) =>
    async (context: ScreenContext, { fields }: Form): Promise<Result<SignUpData> | Answer> => {
      const link = await openJoinLink(context.app, { token: tokenOf(context) })
      return link.ok ? act(context, fields, link.course) : linkRefused(link)
    }

  const signUp = atLink(async (context, fields, course) => {
    // Only the form of /verify asks for the password twice; the operation below takes it once.
    const wrong = problemsOf(form, course, context.language, fields)
    if (Object.keys(wrong).length > 0) return invalid(firstOfLists(wrong))
    const { name, first_name, last_name, email = '', password = '' } = fields
    const sent = await sendCode(context.app, {
      course: { token: tokenOf(context) },
      fields: { ...(form === 'join' ? { first_name, last_name } : { name }), email, password },
      captcha: captchaResponse(fields),
      ...from(context),
    })
    if (sent.ok) return toCode(context, course, { email: sent.email }, sent.wait)
    if (isJoinRefused(sent)) return linkRefused(sent)
    if (sent.reason === 'form_invalid') return invalid(firstOfLists(sent.problems))
    return refuse(context, sent, 'until' in sent ? '' : 'recaptcha_response')
  })

  const verify = atLink(async (context, fields) => {
    const verified = await verifyCode(context.app, {
      course: { token: tokenOf(context) },
      email: fields.email ?? '',
      code: fields[pin] ?? '',
      ...from(context),
    })
    if (verified.ok) return redirect(hrefs.pay(verified.enrollment.token))
    if (isJoinRefused(verified)) return linkRefused(verified)
    return { ...refuse(context, verified, pin), help: 'sign-up-code-wrong' }
  })

  const resend = atLink(async (context, { email: typed = '' }, course) => {
    const email = typed.slice(0, EMAIL_MAX)
    const sent = await resendCode(context.app, { course, email, ...from(context), isPin: form === 'join' })
    return sent.ok ? toCode(context, course, { email, isNew: 'yes' }, sent.wait) : refuse(context, sent)
  })
  return { load, submit: { sign_up: signUp, verify, resend } }
}

interface SignUpViewProps {
  data: SignUpData
  site: Site
  from: HelpFrom
}

export const SignUpView = ({ data, site, from }: SignUpViewProps) => {
  if (data.show === 'card') return <LinkCard data={data} site={site} from={from} />
  return (
    <div className="column">
      <PageHeader title={data.course.name} about={data.course.school} />
      <About course={data.course} live={site.live} note={data.login && <SignedUpBefore login={data.login} />} />
      <Island of={SignUpPanel} props={data.panel} />
      <LanguageButton action={signUpHref(data.panel)} intent={data.panel.step === 'email' ? 'sign_up' : 'verify'} />
      <HelpCorner
        help={data.help}
        support={site.support}
        from={from}
        slots={signUpSlots(data.panel)}
        later={laterSignUpSlots}
      />
    </div>
  )
}

/** For a person who opens the join link again: the form below is for new people. */
const SignedUpBefore = ({ login }: { login: string }) => {
  const texts = useServerTexts('sentences').signedUpBefore
  return (
    <>
      {texts.already} <a href={login}>{texts.logIn}</a>.
      <br />
      {texts.notPaid}
    </>
  )
}

/** Facts about the course: teachers, units, test mode of payments, and a note about the person's existing login, if any. */
export const About = ({ course, live, note }: { course: CourseShown; live: boolean; note?: ReactNode }) => {
  const texts = useServerTexts('sentences')
  return (
    <div className="about">
      {course.teachers.length > 0 && (
        <span>
          {course.teachers.length > 1 ? texts.teachersOf : texts.teacherOf}:{' '}
          <span dir="auto">{course.teachers.join(', ')}</span>
        </span>
      )}
      {course.units.length > 0 && <span>{texts.units(unitRanges(course.units, texts), course.units.length > 1)}</span>}
      {!live && <span className="badge">{texts.testMode}</span>}
      {note && <p className="about-note">{note}</p>}
    </div>
  )
}

/** Shown when the link cannot be used: the reason, and advice for each reader. */
const LinkCard = ({ data, site, from }: SignUpViewProps & { data: { show: 'card' } }) => {
  const texts = useServerTexts('sentences').joinCard
  const { courseId } = useTexts('ui')
  return (
    <Message
      title={data.card.title}
      picture={<Signpost />}
      site={site}
      help={<HelpCorner help={data.help} support={site.support} from={from} slots={[data.slot]} />}
    >
      <p className="lead">{data.card.what}</p>
      <Ways {...data.card} />
      {data.contextId && (
        <p className="soft">
          {courseId} <code>{data.contextId}</code>
        </p>
      )}
      {data.login && <ButtonLink href={data.login}>{texts.logIn}</ButtonLink>}
      <TellTeacher text={data.contextId ? `${data.card.letter} ${courseId}: ${data.contextId}` : data.card.letter} />
    </Message>
  )
}
