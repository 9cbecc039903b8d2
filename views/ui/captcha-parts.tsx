import type { RefObject } from 'react'
import { captchaMessages, type CaptchaQuestion as Question } from '#src/domain/captcha.ts'
import { Field } from './field.tsx'

/** `asking`: the text question stands there, for a page without a script and where a script fails. */
export type CaptchaState = { at: 'idle' | 'working' | 'asking' } | { at: 'passed'; response: string }

interface Problem {
  problem: string | undefined
}

export const CaptchaQuestion = ({ question, problem }: Problem & { question: Question }) => (
  <div className="captcha">
    <input type="hidden" name="captcha_question" value={question.token} />
    <Field
      key={question.token}
      label={`${captchaMessages.question}: ${question.text}`}
      hint={captchaMessages.questionHint}
      name="captcha_answer"
      inputMode="numeric"
      autoComplete="off"
      required
      problem={problem}
      // Without a script the page opens where the problem is.
      autoFocus={problem !== undefined}
    />
  </div>
)

interface AtWork extends Problem {
  /** Where a provider's own box is drawn. */
  place: RefObject<HTMLDivElement | null>
  provider: 'altcha' | 'recaptcha'
  state: CaptchaState
  quiet: boolean
}

/** A script has taken over: Google's box, or a line that says how the work goes. */
export const CaptchaAtWork = ({ place, provider, state, problem, quiet }: AtWork) => (
  <div className={quiet && provider === 'altcha' ? 'visually-hidden' : 'captcha'}>
    <div ref={place} />
    {provider === 'altcha' && <Going state={state} />}
    {state.at === 'passed' && <input type="hidden" name="recaptcha_response" value={state.response} />}
    {problem && <p className="problem">{problem}</p>}
  </div>
)

/** In words what the script is doing; nothing to click, nothing to see through. */
const Going = ({ state }: { state: CaptchaState }) => (
  <p className="captcha-state" role="status">
    {state.at === 'idle' && 'While you type, we check that you are a person.'}
    {state.at === 'working' && (
      <>
        <span className="spinner" /> Checking that you are a person…
      </>
    )}
    {state.at === 'passed' && (
      <>
        <span className="captcha-tick" aria-hidden="true">
          ✓
        </span>{' '}
        Checked: you are a person.
      </>
    )}
  </p>
)
