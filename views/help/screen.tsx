import { findCaptchaNeed } from '#src/accounts/captcha.ts'
import { signUpStatus } from '#src/accounts/contract.ts'
import { describeHelpForm, requestHelp } from '#src/accounts/help-requests.ts'
import { captchaResponse } from '#src/accounts/rules/captcha.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { invalid, posted, refused } from '../answer.ts'
import { Island } from '../island-host.tsx'
import { type HelpFrom, hrefs, paths } from '../paths.ts'
import { type DataOf, page, publicPage, redirect, type ScreenContext, type Site, screen } from '../screen.ts'
import { LanguageButton } from '../shell/language-switch.tsx'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { Notice } from '../ui/notice.tsx'
import { Envelope, PaperPlane } from '../ui/pictures/page-pictures.tsx'
import { Message } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { Ask } from './ask.tsx'
import CheckedAsk from './checked-ask.island.tsx'

/** Pages that link to help, by name. A name, not an address, so the link back cannot point to another site. */
const returnPages: Record<HelpFrom, (token: string) => string> = {
  lti: hrefs.ltiPay,
  pay: hrefs.pay,
  verify: hrefs.verify,
}

const fromOf = ({ from = '' }: ScreenContext['query']): HelpFrom => (isKeyOf(returnPages, from) ? from : 'pay')

const helpHref = (query: ScreenContext['query']) =>
  query.reference ? hrefs.helpWith(query.reference) : hrefs.help(query.token, fromOf(query))

const load = async ({ query, app, language, answer }: ScreenContext) => {
  const { fields, problems } = posted(answer, 'default')
  const { help } = textsIn(language).sentences
  const { isK12, asksEmail } = await describeHelpForm(app, query.token ?? '')
  const waits = answer?.reason === 'too_many_requests'
  const isChecked = answer?.reason === 'captcha_needed' || 'recaptcha_response' in problems
  const sent = query.sent && !answer ? ({ tone: 'good', text: help.sent } as const) : null
  return page(
    {
      token: query.token || null,
      from: fromOf(query),
      /** Address that the form posts to: this page, about the same page and course. */
      action: helpHref(query),
      /** Null when it is not asked for. */
      email: asksEmail ? (fields.email ?? '') : null,
      text: fields.text ?? '',
      isK12,
      problems,
      /** Shown instead of the form: the question was sent, or the person must wait. */
      done: waits ? ({ tone: 'problem', text: help.too_many_requests } as const) : sent,
      // reCAPTCHA would show Google the students of a school for children.
      captcha: isChecked ? findCaptchaNeed(app, language, isK12 ? 'own' : 'configured') : null,
      note: answer?.reason === 'captcha_needed' ? help.captcha_needed : null,
    },
    { title: textsIn(language).help.askForHelp, outside: isK12 ? [] : ['captcha'] },
  )
}

type Data = DataOf<typeof load>

/** Help page. Forms on payment pages post here; the form is shown again when a field is wrong. */
export const help = screen<Data>({
  path: paths.help,
  ...publicPage,
  load,
  submit: {
    default: async ({ app, query, address, language }, { fields }) => {
      const { token = '' } = query
      const result = await requestHelp(app, {
        ...{ token, fields, address, language },
        captcha: captchaResponse(fields),
        reference: query.reference ?? '',
      })
      if (result.ok) return redirect(hrefs.help(token || undefined, fromOf(query), 'yes'))
      const { sentences, reasons } = textsIn(language)
      const { reason } = result
      const status = signUpStatus[reason]
      if (reason === 'form_invalid') return invalid(result.problems)
      if (reason === 'captcha_needed') return refused(reason, { message: sentences.help[reason] }, status)
      if ('until' in result) return refused(reason, { message: sentences.help[result.reason] }, status, result.until)
      return refused(reason, { message: reasons[result.reason], field: 'recaptcha_response' }, status)
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
      {!done && <LanguageButton action={form.action} intent="default" />}
      {token && (
        <p>
          <a href={returnPages[from](token)}>{backToPage}</a>
        </p>
      )}
    </Message>
  )
}
