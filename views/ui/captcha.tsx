import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CaptchaReply } from '#src/accounts/contract.ts'
import type { CaptchaNeed, CaptchaQuestion as Question } from '#src/accounts/rules/captcha.ts'
import { payPaths } from '../pay-paths.ts'
import { Field } from './field.tsx'
import { inputIn } from './form-fields.ts'
import { useHydrated } from './hydrated.ts'
import { useTexts } from './texts.ts'

/** Fetches the captcha. A form that was given our own gets it again, never a vendor's. */
const fetchCaptcha = async (provider: CaptchaNeed['provider']): Promise<CaptchaReply> => {
  const answer = await fetch(`${payPaths.captcha}${provider === 'altcha' ? '?kind=own' : ''}`)
  if (!answer.ok) throw new Error(`the captcha answered ${answer.status}`)
  return answer.json()
}

/** `onResponse` gets each response, or null when one has expired. `onFailure` is called when the check cannot go on. */
export interface CaptchaHandlers {
  onResponse(response: string | null): void
  onFailure(): void
}

/** Runs the provider's check, loaded as a separate chunk. */
const passCaptcha = async (
  { need, challenge }: CaptchaReply,
  element: HTMLElement | null,
  handlers: CaptchaHandlers,
): Promise<void> => {
  if (need.provider === 'recaptcha') {
    const { passRecaptcha } = await import('./recaptcha.ts')
    return passRecaptcha(need, element, handlers)
  }
  if (!challenge) throw new Error('the captcha has no challenge')
  const { solveAltcha } = await import('./solve-altcha.ts')
  handlers.onResponse(await solveAltcha(challenge))
}

/** Calls `begin` when the form first gets focus, or at once when it already has focus or text. */
const useFirstTouch = (form: RefObject<HTMLFormElement | null>, begin: () => void): void => {
  useEffect(() => {
    const element = form.current
    if (!element) return
    const filled = [...element.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')].some(i => i.value !== '')
    if (filled || element.contains(document.activeElement)) {
      begin()
      return
    }
    element.addEventListener('focusin', begin, { once: true })
    return () => element.removeEventListener('focusin', begin)
  }, [form, begin])
}

/** `asking` shows the text question, for pages without JavaScript and as a fallback when a script fails. */
type CaptchaState = { at: 'idle' | 'working' | 'asking' } | { at: 'passed'; response: string }

const CaptchaQuestion = ({ question, problem }: { question: Question; problem: string | undefined }) => {
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

/** Captcha of a form: put `part` into it and attach `form`. Call `reset()` after Back and failed sends. */
export interface Captcha {
  part: ReactNode
  form: RefObject<HTMLFormElement | null>
  /** True when the form can be sent: no captcha, passed, or a question is shown to answer. */
  passed: boolean
  /** Starts the check unless it was started, so that one that passed stays. The first touch calls it too. */
  begin(): void
  reset(): void
}

/**
 * Starts when the form is first touched. `quiet` hides the progress line. Any failure falls back to the text question,
 * so a blocked script locks nobody out.
 */
export const useCaptcha = (
  given: CaptchaNeed,
  { problem, quiet = false }: { problem?: string | undefined; quiet?: boolean },
): Captcha => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const attempt = useRef(0)
  const [need, setNeed] = useState(given)
  const [state, setState] = useState<CaptchaState>({ at: 'idle' })

  const reset = useCallback(async () => {
    if (given.provider === 'off') return
    const current = ++attempt.current
    const set = (next: CaptchaState) => current === attempt.current && setState(next)
    set({ at: 'working' })
    try {
      const captcha = await fetchCaptcha(given.provider)
      setNeed(captcha.need)
      await passCaptcha(captcha, element.current, {
        onResponse: response => set(response === null ? { at: 'working' } : { at: 'passed', response }),
        onFailure: () => set({ at: 'asking' }),
      })
    } catch {
      set({ at: 'asking' })
    }
  }, [given.provider])
  const begin = useCallback(() => {
    if (attempt.current === 0) reset()
  }, [reset])
  useFirstTouch(form, begin)

  const { at } = state
  /** Enter was pressed while the button is disabled. The button is pressed once the check has passed. */
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    const element = form.current
    if (!element) return
    element.onkeydown = event => setWaits(at === 'working' && event.key === 'Enter' && inputIn(event) !== null)
    if (!waits || at !== 'passed') return
    setWaits(false)
    element.querySelector<HTMLElement>('button:not([type])')?.click()
  }, [at, waits])

  if (need.provider === 'off') return { part: null, form, passed: true, begin, reset }
  const showQuestion = !hydrated || at === 'asking'
  const isOwn = need.provider === 'altcha'
  const part = showQuestion ? (
    <CaptchaQuestion question={need.question} problem={problem} />
  ) : (
    // Google's box, or a line that shows the progress of our own check.
    <div className={quiet && !waits && isOwn ? 'visually-hidden' : 'captcha'}>
      <div ref={element} />
      {isOwn && <CheckProgress state={state} />}
      {state.at === 'passed' && <input type="hidden" name="recaptcha_response" value={state.response} />}
      {problem && <p className="problem">{problem}</p>}
    </div>
  )
  return { part, form, passed: at === 'passed' || at === 'asking', begin, reset }
}
