interface Need {
  siteKey: string
  scriptUrl: string
}

type OnResponse = (response: string | null) => void

interface Box {
  onResponse: OnResponse
  reset(): void
}

/** Boxes already drawn. They are reset and used again for the next send. */
const boxes = new WeakMap<HTMLElement, Box>()

/** Draws or resets Google's box. Passes each response on, or null when it has expired. */
export const passRecaptcha = async (need: Need, element: HTMLElement | null, onResponse: OnResponse): Promise<void> => {
  if (!element) throw new Error('no element to draw the captcha in')
  const box = boxes.get(element) ?? (await draw(need, element))
  boxes.set(element, box)
  box.onResponse = onResponse
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
  if (!window.grecaptcha) await loadScript(need.scriptUrl)
  const { grecaptcha } = window
  if (!grecaptcha) throw new Error('the reCAPTCHA script did not define grecaptcha')
  await new Promise<void>(done => grecaptcha.ready(done))
  const box: Box = { onResponse: () => {}, reset: () => grecaptcha.reset(id) }
  const id = grecaptcha.render(element, {
    sitekey: need.siteKey,
    callback: (response: string) => box.onResponse(response),
    'expired-callback': () => box.onResponse(null),
  })
  return box
}

const LOAD_TIMEOUT_MS = 15_000

const loadScript = (src: string) =>
  new Promise((done, fail) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.addEventListener('load', done)
    script.addEventListener('error', fail)
    setTimeout(fail, LOAD_TIMEOUT_MS)
    document.head.append(script)
  })
