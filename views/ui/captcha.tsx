import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import type { CaptchaNeed } from '#src/sign-up/rules/captcha.ts'
import { CaptchaQuestion, type CaptchaState, ScriptedCaptcha } from './captcha-parts.tsx'
import { useFirstTouch } from './first-touch.ts'
import { useHydrated } from './hydrated.ts'
import { fetchCaptcha, passCaptcha } from './pass-captcha.ts'

/**
 * Captcha of a form. Put `part` into the form and attach `form` to it. Call `reset()` after Back and after every failed
 * send.
 */
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

  if (need.provider === 'off') return { part: null, form, passed: true, begin, reset }
  const showQuestion = !hydrated || state.at === 'asking'
  const part = showQuestion ? (
    <CaptchaQuestion question={need.question} problem={problem} />
  ) : (
    <ScriptedCaptcha place={element} provider={need.provider} state={state} problem={problem} quiet={quiet} />
  )
  return { part, form, passed: state.at === 'passed' || state.at === 'asking', begin, reset }
}
