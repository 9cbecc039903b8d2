import { signInRefusals } from '#src/accounts/texts/sign-in-form.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink, QuietLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { HiddenFields, OfficePage, Panel } from '../ui/office-page.tsx'
import { Card, PageHeader } from '../ui/public-page.tsx'
import PasskeyButton from './passkey-button.island.tsx'

interface LoggedOutProps {
  action: string
  says: string
  /** Fields that the form would have sent; null: it looked something up, and its address says what. */
  fields: Record<string, string[]> | null
  /** The form sent a file: the browser gives that only once. */
  file: boolean
}

/** Answers a form whose session has ended. Nothing typed is lost: it is sent again after a new login. */
export const LoggedOut = ({ action, says, fields, file }: LoggedOutProps) => (
  <div className="column">
    <PageHeader title="You are logged out" />
    <Card>
      <Notice tone="problem">{says}</Notice>
      <p className="lead">{file ? 'Your file was not imported.' : 'What you entered is still here.'}</p>
      <ol className="numbered">
        <li>
          <a href={paths.login} target="_blank" rel="noopener">
            Log in in a new tab
          </a>
          .
        </li>
        <li>
          {file ? 'Come back to this tab and choose the file again.' : 'Come back to this tab and send it again.'}
        </li>
      </ol>
      {file || !fields ? (
        <ButtonLink href={action}>{file ? 'Choose the file again' : 'Send it again'}</ButtonLink>
      ) : (
        <form method="post" action={action}>
          <HiddenFields of={fields} />
          <Button>Send it again</Button>
        </form>
      )}
    </Card>
  </div>
)

export const confirmTitle = 'Confirm it is you'

/** Names of this page's own fields, unlike those of any form it keeps. */
export const confirmFields = { step: 'confirm_step', code: 'confirm_code' } as const

export interface ConfirmStep {
  step: 'ask' | 'code'
  problem: 'wrong_code' | 'too_many_tries' | null
  retryAfter?: Date
}

interface ConfirmPage extends ConfirmStep {
  /** Address of the form to send afterwards. */
  action: string
  email: string
  /** Fields that were typed into that form. */
  fields: Record<string, string[]>
}

/** Asks staff to confirm who they are before an action that needs a fresh sign-in, and then sends its form. */
export const ConfirmItIsYou = ({ step, problem, action, email, fields }: ConfirmPage) => {
  const message = problem ? signInRefusals[problem].message : undefined
  const address = <strong className="whole">{email}</strong>
  return (
    <OfficePage title={confirmTitle} lead="You logged in more than ten minutes ago, and this action needs a check.">
      <Panel form>
        <form method="post" action={action} className="form">
          <HiddenFields of={fields} />
          {step === 'ask' ? (
            <>
              {message && <Notice tone="problem">{message}</Notice>}
              <p>We'll email a code to {address}. What you entered is kept.</p>
            </>
          ) : (
            <>
              <p>Look for the code in the inbox of {address}.</p>
              <Field
                label="Code"
                name={confirmFields.code}
                className="input-code"
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                problem={message}
              />
            </>
          )}
          <div className="buttons">
            {step === 'code' && (
              <Button name={confirmFields.step} value="check">
                Confirm
              </Button>
            )}
            <Button name={confirmFields.step} value="send" look={step === 'code' ? 'quiet' : 'primary'}>
              {step === 'code' ? 'Email a new code' : 'Email me a code'}
            </Button>
            {step === 'ask' && <Island of={PasskeyButton} props={{ use: 'confirm' }} eager />}
            <QuietLink href={action}>Cancel</QuietLink>
          </div>
        </form>
      </Panel>
    </OfficePage>
  )
}
