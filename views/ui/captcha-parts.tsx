import type { RefObject } from 'react'
import type { CaptchaQuestion as Question } from '#src/sign-up/rules/captcha.ts'
import { Field } from './field.tsx'
import { useTexts } from './texts.ts'

/** `asking` shows the text question, for pages without JavaScript and as a fallback when a script fails. */
export type CaptchaState = { at: 'idle' | 'working' | 'asking' } | { at: 'passed'; response: string }

interface Problem {
  problem: string | undefined
}

export const CaptchaQuestion = ({ question, problem }: Problem & { question: Question }) => {
  const texts = useTexts('ui')
  return (
    <div className="captcha">
      <input type="hidden" name="captcha_question" value={question.token} />
      <Field
        key={question.token}
        label={`${texts.checkQuestion}: ${question.text}`}
        hint={texts.checkHint}
        name="captcha_answer"
        inputMode="numeric"
        autoComplete="off"
        required
        problem={problem}
        // Focuses the error without JavaScript.
        autoFocus={problem !== undefined}
      />
    </div>
  )
}

interface ScriptedCaptchaProps extends Problem {
  /** Element that the provider draws its box in. */
  place: RefObject<HTMLDivElement | null>
  provider: 'altcha' | 'recaptcha'
  state: CaptchaState
  quiet: boolean
}

/** Captcha with JavaScript: Google's box, or a line that shows the progress of our own check. */
export const ScriptedCaptcha = ({ place, provider, state, problem, quiet }: ScriptedCaptchaProps) => (
  <div className={quiet && provider === 'altcha' ? 'visually-hidden' : 'captcha'}>
    <div ref={place} />
    {provider === 'altcha' && <CheckProgress state={state} />}
    {state.at === 'passed' && <input type="hidden" name="recaptcha_response" value={state.response} />}
    {problem && <p className="problem">{problem}</p>}
  </div>
)

/** Progress of the automatic check. There is nothing to click or to solve. */
const CheckProgress = ({ state }: { state: CaptchaState }) => {
  const texts = useTexts('ui')
  return (
    <p className="captcha-state" role="status">
      {state.at === 'idle' && texts.checkIdle}
      {state.at === 'working' && (
        <>
          <span className="spinner" /> {texts.checkRuns}
        </>
      )}
      {state.at === 'passed' && (
        <>
          <span className="captcha-tick" aria-hidden="true">
            ✓
          </span>{' '}
          {texts.checkPassed}
        </>
      )}
    </p>
  )
}
