import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { Notice } from '../ui/notice.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'

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
