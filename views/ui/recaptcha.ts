import type { CaptchaHandlers } from './captcha.tsx'

type Need = Record<'siteKey' | 'scriptUrl', string>
type Box = CaptchaHandlers & { reset(): void }

/** Boxes already drawn. They are reset and used again for the next send. */
const boxes = new WeakMap<HTMLElement, Box>()

/** Draws or resets Google's box. Throws if it cannot be drawn in time. */
export const passRecaptcha = async (
  need: Need,
  element: HTMLElement | null,
  handlers: CaptchaHandlers,
): Promise<void> => {
  if (!element) throw new Error('no element to draw the captcha in')
  const box = boxes.get(element) ?? (await draw(need, element))
  boxes.set(element, box)
  Object.assign(box, handlers)
  box.reset()
}

interface Grecaptcha {
  ready(run: () => void): void
  render(element: HTMLElement, options: object): number
  reset(id: number): void
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha
  }
}

const draw = async (need: Need, element: HTMLElement): Promise<Box> => {
  const grecaptcha = await loadInTime(need.scriptUrl)
  const box: Box = { onResponse: () => {}, onFailure: () => {}, reset: () => grecaptcha.reset(id) }
  const id = grecaptcha.render(element, {
    sitekey: need.siteKey,
    callback: (response: string) => box.onResponse(response),
    'expired-callback': () => box.onResponse(null),
    'error-callback': () => box.onFailure(),
  })
  return box
}

const LOAD_TIMEOUT_MS = 10_000

/** Loads Google's script and waits for the parts that it loads itself. */
const loadInTime = (src: string): Promise<Grecaptcha> =>
  new Promise((done, fail) => {
    setTimeout(() => fail(new Error('reCAPTCHA did not load in time')), LOAD_TIMEOUT_MS)
    load(src).then(done, fail)
  })

const load = async (src: string): Promise<Grecaptcha> => {
  if (!window.grecaptcha) await loadScript(src)
  const { grecaptcha } = window
  if (!grecaptcha) throw new Error('the reCAPTCHA script did not define grecaptcha')
  await new Promise<void>(done => grecaptcha.ready(done))
  return grecaptcha
}

const loadScript = (src: string) =>
  new Promise((done, fail) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.addEventListener('load', done)
    script.addEventListener('error', fail)
    document.head.append(script)
  })
