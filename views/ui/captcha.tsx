import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type CaptchaNeed, captchaMessages } from '#src/domain/captcha.ts'
import { payPaths } from '../pay-paths.ts'
import { Field } from './field.tsx'
import { useHydrated } from './hydrated.ts'

/** A form's captcha: put `part` into the form and `form` on it; ask `again()` after Back and after every failed send. */
export interface Captcha {
  part: ReactNode
  form: RefObject<HTMLFormElement | null>
  /** Whether the form may be sent: there was nothing to pass, it was passed, or a question stands there to answer. */
  passed: boolean
  again(): void
}

type Asked = Exclude<CaptchaNeed, { provider: 'off' }>
/** `asking`: the text question stands there, for a page without a script and where a script fails. */
type State = { at: 'idle' | 'working' | 'asking' } | { at: 'passed'; response: string }

/**
 * Loads nothing until the form is touched. `quiet` hides the line of what is going on, where a page shows no captcha.
 * Whatever fails leaves the text question: nobody is locked out by a blocked script.
 */
export const useCaptcha = (
  given: CaptchaNeed,
  { problem, quiet }: { problem?: string | undefined; quiet?: boolean },
): Captcha => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const box = useRef<Box | null>(null)
  const turn = useRef(0)
  const [need, setNeed] = useState(given)
  const [state, setState] = useState<State>({ at: 'idle' })
  const off = need.provider === 'off'

  const start = useCallback(async () => {
    if (given.provider === 'off') return
    const mine = ++turn.current
    const set = (next: State) => mine === turn.current && setState(next)
    set({ at: 'working' })
    try {
      const asked = await ask()
      setNeed(asked.need)
      if (asked.need.provider === 'recaptcha') {
        box.current ??= await drawRecaptcha(asked.need, place.current)
        box.current.onChange = response => set(response === null ? { at: 'working' } : { at: 'passed', response })
        box.current.reset()
      } else {
        const { solveAltcha } = await import('./solve-altcha.ts')
        set({ at: 'passed', response: await solveAltcha(asked.challenge) })
      }
    } catch {
      // The question takes the box's place on the page: the next one is drawn anew.
      box.current = null
      set({ at: 'asking' })
    }
  }, [given.provider])

  useEffect(() => {
    const element = form.current
    if (!element || given.provider === 'off') return
    let begun = false
    const begin = () => {
      if (begun) return
      begun = true
      start()
    }
    element.addEventListener('focusin', begin)
    // Typed or filled in before the script came, or kept after a failed send.
    const filled = [...element.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')].some(i => i.value !== '')
    if (filled || element.contains(document.activeElement)) begin()
    return () => element.removeEventListener('focusin', begin)
  }, [given.provider, start])

  const part = off ? null : !hydrated || state.at === 'asking' ? (
    <Question need={need} problem={problem} />
  ) : (
    <div className={quiet && need.provider === 'altcha' ? 'visually-hidden' : 'captcha'}>
      <div ref={place} />
      {need.provider === 'altcha' && <Going state={state} />}
      {state.at === 'passed' && <input type="hidden" name="recaptcha_response" value={state.response} />}
      {problem && <p className="problem">{problem}</p>}
    </div>
  )
  return { part, form, passed: off || state.at === 'passed' || state.at === 'asking', again: start }
}

const Question = ({ need, problem }: { need: CaptchaNeed; problem?: string | undefined }) =>
  need.provider === 'off' ? null : (
    <div className="captcha">
      <input type="hidden" name="captcha_question" value={need.question.token} />
      <Field
        key={need.question.token}
        label={`${captchaMessages.question}: ${need.question.text}`}
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

/** In words what the script is doing; nothing to click, nothing to see through. */
const Going = ({ state }: { state: State }) => (
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

const ask = async () => {
  const answer = await fetch(payPaths.captcha)
  if (!answer.ok) throw new Error(`the captcha answered ${answer.status}`)
  return answer.json()
}

interface Box {
  /** Null: what was passed has run out. */
  onChange(response: string | null): void
  reset(): void
}

interface Grecaptcha {
  ready(run: () => void): void
  render(place: HTMLElement, options: object): number
  reset(id: number): void
}

const LOAD_MS = 15_000

const loadScript = (src: string) =>
  new Promise((done, fail) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.addEventListener('load', done)
    script.addEventListener('error', fail)
    setTimeout(fail, LOAD_MS)
    document.head.append(script)
  })

/** Google's box, drawn once; its script comes with the first touch of the form. */
const drawRecaptcha = async (need: Asked & { provider: 'recaptcha' }, place: HTMLElement | null): Promise<Box> => {
  if (!place) throw new Error('nowhere to draw')
  const theirs = window as unknown as { grecaptcha?: Grecaptcha }
  if (!theirs.grecaptcha) await loadScript(need.scriptUrl)
  const { grecaptcha } = theirs
  if (!grecaptcha) throw new Error('their script brought nothing')
  await new Promise<void>(done => grecaptcha.ready(done))
  const box: Box = { onChange: () => {}, reset: () => grecaptcha.reset(id) }
  const id = grecaptcha.render(place, {
    sitekey: need.siteKey,
    callback: (response: string) => box.onChange(response),
    'expired-callback': () => box.onChange(null),
  })
  return box
}
