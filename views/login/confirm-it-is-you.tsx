import { signInRefusals } from '#src/staff/rules/sign-in-refusals.ts'
import { Island } from '../island-host.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { OfficePage, Panel } from '../ui/office-page.tsx'
import PasskeyButton from './passkey-button.island.tsx'

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
export const ConfirmItIsYou = ({ step, problem, action, email, fields }: ConfirmPage) => (
  <OfficePage title={confirmTitle} lead="You logged in more than ten minutes ago, and this action needs a check.">
    <Panel form>
      <form method="post" action={action} className="form">
        {Object.entries(fields).flatMap(([name, values]) =>
          values.map(value => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
        )}
        {step === 'ask' ? <AskParts email={email} problem={problem} /> : <CodeParts email={email} problem={problem} />}
        <div className="buttons">
          {step === 'ask' ? (
            <Button name={confirmFields.step} value="send">
              Email me a code
            </Button>
          ) : (
            <>
              <Button name={confirmFields.step} value="check">
                Confirm
              </Button>
              <Button look="quiet" name={confirmFields.step} value="send">
                Email a new code
              </Button>
            </>
          )}
          {step === 'ask' && <Island of={PasskeyButton} props={{ use: 'confirm' }} eager />}
          <a className="button button-quiet" href={action}>
            Cancel
          </a>
        </div>
      </form>
    </Panel>
  </OfficePage>
)

type PartsProps = Pick<ConfirmPage, 'email' | 'problem'>

const AskParts = ({ email, problem }: PartsProps) => (
  <>
    {problem && <Notice tone="problem">{signInRefusals[problem].message}</Notice>}
    <p>
      We'll email a code to <strong className="whole">{email}</strong>. What you entered is kept.
    </p>
  </>
)

const CodeParts = ({ email, problem }: PartsProps) => (
  <>
    <p>
      Look for the code in the inbox of <strong className="whole">{email}</strong>.
    </p>
    <Field
      label="Code"
      name={confirmFields.code}
      className="input-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      autoFocus
      problem={problem ? signInRefusals[problem].message : undefined}
    />
  </>
)
