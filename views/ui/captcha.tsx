import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import type { CaptchaNeed } from '#src/domain/captcha.ts'
import { CaptchaAtWork, CaptchaQuestion, type CaptchaState } from './captcha-parts.tsx'
import { useFirstTouch } from './first-touch.ts'
import { useHydrated } from './hydrated.ts'
import { askCaptcha, passCaptcha } from './pass-captcha.ts'

/** A form's captcha: put `part` into the form and `form` on it; ask `again()` after Back and after every failed send. */
export interface Captcha {
  part: ReactNode
  form: RefObject<HTMLFormElement | null>
  /** Whether the form may be sent: there was nothing to pass, it was passed, or a question stands there to answer. */
  passed: boolean
  again(): void
}

/**
 * Loads nothing until the form is touched. `quiet` hides the line of what is going on, where a page shows no captcha.
 * Whatever fails leaves the text question: nobody is locked out by a blocked script.
 */
export const useCaptcha = (
  given: CaptchaNeed,
  { problem, quiet = false }: { problem?: string | undefined; quiet?: boolean },
): Captcha => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const turn = useRef(0)
  const [need, setNeed] = useState(given)
  const [state, setState] = useState<CaptchaState>({ at: 'idle' })

  const again = useCallback(async () => {
    if (given.provider === 'off') return
    const mine = ++turn.current
    const set = (next: CaptchaState) => mine === turn.current && setState(next)
    set({ at: 'working' })
    try {
      const asked = await askCaptcha()
      setNeed(asked.need)
      await passCaptcha(asked, place.current, response =>
        set(response === null ? { at: 'working' } : { at: 'passed', response }),
      )
    } catch {
      set({ at: 'asking' })
    }
  }, [given.provider])
  useFirstTouch(form, again)

  if (need.provider === 'off') return { part: null, form, passed: true, again }
  const asks = !hydrated || state.at === 'asking'
  const part = asks ? (
    <CaptchaQuestion question={need.question} problem={problem} />
  ) : (
    <CaptchaAtWork place={place} provider={need.provider} state={state} problem={problem} quiet={quiet} />
  )
  return { part, form, passed: state.at === 'passed' || state.at === 'asking', again }
}
