import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Help, InOtherLanguages, Message } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import CloseRegistration from './close-registration.island.tsx'

interface Props {
  sent: { invite: string; configurationUrl: string; registrationToken: string }
  /** Error message for the administrator of the LMS. */
  problem: string | null
  /** True when the same link can be used again. */
  canTry: boolean
  site: Site
}

/** Asks the LMS administrator to confirm. Nothing is exchanged before the button is pressed. */
export const RegisterPlatform = ({ sent, problem, canTry, site }: Props) => {
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
          <Button>{problem ? tryAgain : texts.register}</Button>
        </form>
      )}
    </Message>
  )
}

/** Shown after dynamic registration. Staff still have to switch the platform on. */
export const RegistrationDone = ({ issuer, site }: { issuer: string; site: Site }) => {
  const texts = useServerTexts('registration')
  return (
    <Message title={texts.registered} site={site} help={<Help support={site.support} toTeacher />}>
      <p className="lead">{texts.done(issuer)}</p>
      <p>{texts.review}</p>
      <Island of={CloseRegistration} props={{ label: texts.close, byHand: texts.closeByHand }} eager />
      <InOtherLanguages
        lines={language => {
          const { registration } = textsIn(language)
          return [registration.done(issuer), registration.review, registration.closeByHand]
        }}
      />
    </Message>
  )
}
