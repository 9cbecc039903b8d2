import { longDate } from '#src/core/rules/business-day.ts'
import { INVITED_LMS, type InvitedLms } from '#src/schools/rules/registration.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Copied } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Help, InOtherLanguages, Message } from '../ui/public-page.tsx'
import { useLanguage, useServerTexts, useTexts } from '../ui/texts.ts'
import CloseRegistration from './close-registration.island.tsx'

interface Props {
  sent: { invite: string; configurationUrl: string; registrationToken: string; email: string }
  /** Error message for the administrator of the LMS. */
  problem: string | null
  /** True when the same link can be used again. */
  canTry: boolean
  site: Site
}

/** Asks the LMS administrator to confirm. Nothing is exchanged before the button is pressed. */
export const RegisterPlatform = ({ sent, problem, canTry, site }: Props) => {
  const { email } = sent
  const texts = useServerTexts('registration')
  const { tryAgain } = useTexts('ui')
  return (
    <Message title={texts.title} site={site} help={<Help support={site.support} toTeacher />}>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {canTry && (
        <form method="post" action={paths.register} className="form">
          <p className="lead">
            {texts.connect} <strong>{new URL(sent.configurationUrl).host}</strong> {texts.withUs}
          </p>
          <input type="hidden" name="invite" value={sent.invite} />
          <input type="hidden" name="openid_configuration" value={sent.configurationUrl} />
          <input type="hidden" name="registration_token" value={sent.registrationToken} />
          <Field
            label={texts.email}
            hint={texts.emailHint}
            name="email"
            type="email"
            defaultValue={email}
            autoComplete="email"
            maxLength={254}
          />
          <Button>{problem ? tryAgain : texts.register}</Button>
        </form>
      )}
    </Message>
  )
}

/** Page for a person who opened an invitation in a browser instead of their LMS. */
export const Invited = ({ link, expiresAt, site }: { link: string; expiresAt: Date; site: Site }) => {
  const texts = useServerTexts('registration').invited
  const day = longDate(expiresAt, site.timezone, useLanguage())
  return (
    <Message title={texts.title} site={site} help={<Help support={site.support} toTeacher />}>
      <p className="lead">{texts.lead}</p>
      <p>{texts.until(day)}</p>
      <p>{texts.paste}</p>
      <p>
        <Copied>{link}</Copied>
      </p>
      {lmsNames.map(name => (
        <details key={name}>
          <summary>{name === 'other' ? texts.other : INVITED_LMS[name]}</summary>
          <ol className="numbered">
            {texts.steps[name].map(line => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      ))}
      <p>{texts.after}</p>
    </Message>
  )
}

const lmsNames = Object.keys(INVITED_LMS) as InvitedLms[]

interface DoneProps {
  issuer: string
  /** `waits`: staff still have to turn the platform on. `known`: it was registered before. */
  state: 'on' | 'waits' | 'known'
  administratorEmail: string | null
  site: Site
}

export const RegistrationDone = ({ issuer, state, administratorEmail, site }: DoneProps) => {
  const texts = useServerTexts('registration')
  const [said, ...more] = linesOf(texts, { issuer, state, administratorEmail })
  return (
    <Message title={texts.registered} site={site} help={<Help support={site.support} toTeacher />}>
      <p className="lead">{said}</p>
      <p>{more.join(' ')}</p>
      <Island of={CloseRegistration} props={{ label: texts.close, byHand: texts.closeByHand }} eager />
      <InOtherLanguages
        lines={language => {
          const { registration } = textsIn(language)
          return [...linesOf(registration, { issuer, state, administratorEmail }), registration.closeByHand]
        }}
      />
    </Message>
  )
}

const linesOf = (
  { done, review, on, inLms, known, unchanged }: Texts['registration'],
  { issuer, state, administratorEmail }: Omit<DoneProps, 'site'>,
): string[] => {
  if (state === 'known') return [known(issuer), unchanged]
  return [done(issuer), state === 'on' ? on : review(administratorEmail), inLms]
}
