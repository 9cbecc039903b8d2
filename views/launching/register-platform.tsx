import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Notice } from '../ui/notice.tsx'

interface Props {
  sent: { invite: string; configurationUrl: string; registrationToken: string }
  /** Error message for the administrator of the LMS. */
  problem: string | null
  /** True when the same link can be used again. */
  canTry: boolean
  site: Site
}

/** Asks the LMS administrator to confirm. Nothing is exchanged before the button is pressed. */
export const RegisterPlatform = ({ sent, problem, canTry, site }: Props) => (
  <Message title="Register this tool" site={site}>
    {problem && <Notice tone="problem">{problem}</Notice>}
    {canTry && (
      <form method="post" action={paths.register} className="form">
        <p className="lead">
          Register to connect your LMS at <strong>{new URL(sent.configurationUrl).host}</strong> with Signbook. They
          exchange addresses and keys.
        </p>
        <input type="hidden" name="invite" value={sent.invite} />
        <input type="hidden" name="openid_configuration" value={sent.configurationUrl} />
        <input type="hidden" name="registration_token" value={sent.registrationToken} />
        <Button>{problem ? 'Try again' : 'Register'}</Button>
      </form>
    )}
  </Message>
)
