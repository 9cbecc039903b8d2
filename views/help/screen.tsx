import type { AllProblems } from '#src/core/rules/form.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { signUpStatus } from '#src/sign-up/contract.ts'
import { type CaptchaNeed, captchaResponse } from '#src/sign-up/rules/captcha.ts'
import { Island } from '../island-host.tsx'
import { type HelpFrom, hrefs, paths } from '../paths.ts'
import { type Fields, page, redirect, type ScreenContext, type Site, screen } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Message } from '../ui/message.tsx'
import { Notice } from '../ui/notice.tsx'
import { Envelope } from '../ui/pictures/envelope.tsx'
import { PaperPlane } from '../ui/pictures/paper-plane.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { Ask } from './ask.tsx'
import CheckedAsk from './checked-ask.island.tsx'

/** Pages that link to help, by name. A name, not an address, so the link back cannot point to another site. */
const returnPages: Record<HelpFrom, (token: string) => string> = {
  lti: hrefs.ltiPay,
  pay: hrefs.pay,
  verify: hrefs.verify,
}

interface Data {
  token: string | null
  from: HelpFrom
  /** Address that the form posts to: this page, about the same page and course. */
  action: string
  /** Null when it is not asked for. */
  email: string | null
  text: string
  isK12: boolean
  problems: AllProblems
  /** Set after many questions from one network. */
  captcha: CaptchaNeed | null
  note: string | null
  /** Shown instead of the form: the question was sent, or the person must wait. */
  done: { tone: 'good' | 'problem'; text: string } | null
}

const fromOf = ({ from = '' }: ScreenContext['query']): HelpFrom => (isKeyOf(returnPages, from) ? from : 'pay')

const helpHref = (query: ScreenContext['query']) =>
  query.reference ? hrefs.helpWith(query.reference) : hrefs.help(query.token, fromOf(query))

const draw = async (
  { query, modules, language }: ScreenContext,
  fields: Fields,
  rest: Partial<Pick<Data, 'problems' | 'done' | 'note'>> & {
    status?: number
    retryAfter?: Date
    isChecked?: boolean
  } = {},
) => {
  const { status = 200, retryAfter, problems = {}, done = null, note = null } = rest
  const { email: typed = '', text = '' } = fields
  const { isK12, asksEmail } = await modules.signUp.describeHelpForm(query.token ?? '')
  const email = asksEmail ? typed : null
  // reCAPTCHA would show Google the students of a school for children.
  const captcha = rest.isChecked ? modules.signUp.getCaptcha.need(language, isK12 ? 'own' : 'configured') : null
  return page<Data>(
    {
      token: query.token || null,
      from: fromOf(query),
      action: helpHref(query),
      email,
      text,
      isK12,
      problems,
      done,
      captcha,
      note,
    },
    {
      title: textsIn(language).help.askForHelp,
      status,
      outside: isK12 ? [] : ['captcha'],
      ...(retryAfter ? { retryAfter } : {}),
    },
  )
}

/** Help page. Forms on payment pages post here; the form is shown again when a field is wrong. */
export const help = screen<Data>({
  path: paths.help,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async context =>
    draw(
      context,
      {},
      context.query.sent ? { done: { tone: 'good', text: textsIn(context.language).sentences.help.sent } } : {},
    ),
  submit: {
    default: async (context, { fields }) => {
      const { token = '' } = context.query
      const result = await context.modules.signUp.requestHelp({
        token,
        fields,
        captcha: captchaResponse(fields),
        address: context.address,
        reference: context.query.reference ?? '',
        language: context.language,
      })
      if (result.ok) return redirect(hrefs.help(token || undefined, fromOf(context.query), 'yes'))
      const { sentences, reasons } = textsIn(context.language)
      const status = signUpStatus[result.reason]
      if (result.reason === 'form_invalid') return draw(context, fields, { status, problems: result.problems })
      if (!('until' in result)) {
        if (result.reason === 'captcha_needed')
          return draw(context, fields, { status, isChecked: true, note: sentences.help.captcha_needed })
        const problems = { recaptcha_response: [reasons[result.reason]] }
        return draw(context, fields, { status, isChecked: true, problems })
      }
      const done = { tone: 'problem', text: sentences.help[result.reason] } as const
      return draw(context, fields, { status, retryAfter: result.until, done })
    },
  },
  View: ({ data, site }) => <HelpPage data={data} site={site} />,
})

const HelpPage = ({ data, site }: { data: Data; site: Site }) => {
  const { backToPage } = useServerTexts('sentences').help
  const { done, token, from, isK12, captcha, note, ...form } = data
  const support = isK12 ? { email: site.support.email } : site.support
  return (
    <Message
      title={useTexts('help').askForHelp}
      picture={done?.tone === 'good' ? <PaperPlane /> : <Envelope />}
      site={site}
      help={<HelpWithClip support={support} slot="help" />}
    >
      {done ? (
        <Notice tone={done.tone}>{done.text}</Notice>
      ) : captcha ? (
        <>
          {note && <Notice tone="plain">{note}</Notice>}
          <Island of={CheckedAsk} props={{ ...form, captcha }} eager />
        </>
      ) : (
        <Ask {...form} />
      )}
      {token && (
        <p>
          <a href={returnPages[from](token)}>{backToPage}</a>
        </p>
      )}
    </Message>
  )
}
