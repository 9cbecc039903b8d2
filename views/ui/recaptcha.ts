interface Need {
  siteKey: string
  scriptUrl: string
}

type Tell = (response: string | null) => void

interface Box {
  tell: Tell
  reset(): void
}

/** A box that was drawn stays where it is and is emptied for the next send. */
const boxes = new WeakMap<HTMLElement, Box>()

/** Google's box: what is ticked in it is told, and null once that has run out. */
export const passRecaptcha = async (need: Need, place: HTMLElement | null, tell: Tell): Promise<void> => {
  if (!place) throw new Error('nowhere to draw')
  const box = boxes.get(place) ?? (await draw(need, place))
  boxes.set(place, box)
  box.tell = tell
  box.reset()
}

interface Grecaptcha {
  ready(run: () => void): void
  render(place: HTMLElement, options: object): number
  reset(id: number): void
}

const draw = async (need: Need, place: HTMLElement): Promise<Box> => {
  const theirs = window as unknown as { grecaptcha?: Grecaptcha }
  if (!theirs.grecaptcha) await loadScript(need.scriptUrl)
  const { grecaptcha } = theirs
  if (!grecaptcha) throw new Error('their script brought nothing')
  await new Promise<void>(done => grecaptcha.ready(done))
  const box: Box = { tell: () => {}, reset: () => grecaptcha.reset(id) }
  const id = grecaptcha.render(place, {
    sitekey: need.siteKey,
    callback: (response: string) => box.tell(response),
    'expired-callback': () => box.tell(null),
  })
  return box
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
