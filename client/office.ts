import { paths } from '#views/paths.ts'
import { AWAY } from '#views/ui/offline.tsx'
import { letPass } from '#views/ui/passing.ts'
import { fieldsOf } from './fields.ts'

/**
 * The back-office kept alive: a form of its pages is sent without leaving the page, and what comes back takes the place
 * of what stood there. Everything is the server's own page, so nothing is decided twice; a session that has ended, or a
 * server that is away, loses nothing that was typed.
 */
export const keepOffice = (awaken: (root: ParentNode) => void): void => {
  addCopyButtons(document)
  passWhatWentWell(document)
  showWhereOneIs()
  if (shown !== location.pathname + location.search) history.replaceState(null, '', shown)
  document.addEventListener('submit', event => {
    const form = event.target as HTMLFormElement
    const own = form.closest('main') !== null && form.enctype !== 'multipart/form-data' && !leaves(form)
    const { submitter } = event
    // Safari before 15.4 does not tell which button was pressed: there a form posts by itself, and says it.
    if (event.defaultPrevented || !own || form.target || submitter === undefined) return
    event.preventDefault()
    send(form, submitter as HTMLButtonElement | null, awaken)
  })
  document.addEventListener('input', ({ target }) => {
    const { form, value } = target as HTMLInputElement
    if (value === '' && form?.dataset.resets) reset(form, awaken)
  })
  addEventListener('popstate', () => {
    if (placeOf(location) !== shown) location.reload()
  })
}

/** Where the rail scrolls, the page that one is on may stand below its edge. */
const showWhereOneIs = (): void => {
  const rail = document.querySelector('.rail')
  const here = rail?.querySelector<HTMLElement>('[aria-current]')
  if (rail && here && here.offsetTop + here.offsetHeight > rail.clientHeight)
    rail.scrollTop = here.offsetTop - rail.clientHeight / 2
}

/**
 * The page that is shown, without the place in it: a link within the page is not another page. Nor is it with the note of
 * what became of the last thing, which a reload would say again.
 */
const placeOf = ({ pathname, search }: Location | URL): string => {
  const query = new URLSearchParams(search)
  if (!query.has('note')) return pathname + search
  query.delete('note')
  return `${pathname}?${query}`.replace(/\?$/, '')
}
let shown = placeOf(location)

/** Logging out ends at the site's root: another page, not another state of this one. */
const leaves = (form: HTMLFormElement): boolean => new URL(form.action).pathname === paths.logout

const send = async (form: HTMLFormElement, pressed: HTMLButtonElement | null, awaken: (root: ParentNode) => void) => {
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  document.querySelector('.notice-passing')?.remove()
  pressed?.setAttribute('aria-busy', 'true')
  const byKey = document.activeElement?.matches(FOCUSED_BY_KEY) ?? false
  tell(null)
  try {
    const answer = await fetch(...asked(form, pressed))
    const html = await answer.text()
    // By the guard of spec §2 who is not logged in is sent to /login, or to the site's root and its greeting.
    const { pathname } = new URL(answer.url)
    if (answer.status === 401 || pathname === paths.login || pathname === paths.home) return loggedOut(form)
    const page = new DOMParser().parseFromString(html, 'text/html')
    if (!page.body.classList.contains('office')) return tell(page.querySelector('.lead')?.textContent ?? GONE)
    show(page, answer.url, awaken)
    passWhatWentWell(document, byKey)
  } catch {
    tell(AWAY)
  } finally {
    form.ariaBusy = null
    pressed?.removeAttribute('aria-busy')
  }
}

const GONE = 'Something went wrong on our side. Nothing you entered is lost.'
const UNAUTHORIZED = 'Unauthorized.'

const asked = (form: HTMLFormElement, pressed: HTMLButtonElement | null): [string, RequestInit] => {
  const fields = fieldsOf(form)
  if (pressed?.name) fields.append(pressed.name, pressed.value)
  if (form.method === 'post') return [form.action, { method: 'POST', body: fields }]
  const url = new URL(form.action)
  url.search = String(fields)
  return [url.href, {}]
}

/** Puts the page that came in the place of the one that stands, and its name into the bar of the browser. */
const show = (page: Document, url: string, awaken: (root: ParentNode) => void): void => {
  const main = document.querySelector('main')!
  main.replaceChildren(...page.querySelector('main')!.childNodes)
  document.title = page.title
  // The notice for everybody may be another one by now.
  document.querySelector('.site-alert')?.remove()
  main.before(...page.querySelectorAll('.site-alert'))
  const place = placeOf(new URL(url))
  if (place !== shown) history.pushState(null, '', place)
  shown = place
  addCopyButtons(main)
  awaken(main)
  const at = whereToGoOn(main)
  if (!at) return
  if (at.tabIndex < 0) at.tabIndex = -1
  at.focus()
  at.scrollIntoView({ block: 'nearest' })
}

/** Browsers that cannot tell (Safari before 15.4) count every focus as one by key: then more is held, not less. */
const FOCUSED_BY_KEY = CSS.supports('selector(:focus-visible)') ? ':focus-visible' : ':focus'
const PASSES_MS = 5000

/** Stands above the page, so that nothing moves when it goes; held by the pointer, or by the focus that a key brought. */
const passWhatWentWell = (root: ParentNode, byKey = false): void => {
  const notice = root.querySelector('main [data-said=good]')?.closest<HTMLElement>('.notice')
  if (!notice) return
  notice.classList.add('notice-passing')
  const isHeld = () => notice.matches(':hover') || (byKey && document.activeElement === notice)
  letPass(PASSES_MS, isHeld, () => notice.remove())
}

/** Takes away what a look-up found or said; one step back brings it again. */
const reset = (form: HTMLFormElement, awaken: (root: ParentNode) => void): void => {
  for (const box of form.querySelectorAll('[aria-invalid]')) box.removeAttribute('aria-invalid')
  form.querySelector('.problem')?.remove()
  const found = form.closest('.panel')!
  while (found.nextElementSibling) found.nextElementSibling.remove()
  awaken(found)
  if (!location.search && new URL(form.action).pathname === location.pathname) return
  history.pushState(null, '', form.action)
  shown = placeOf(location)
}

/** What was said, else the first box that is not right, else the top. */
const whereToGoOn = (main: ParentNode): HTMLElement | null =>
  main.querySelector('[data-said]')?.closest<HTMLElement>('.notice') ??
  main.querySelector<HTMLElement>('[aria-invalid=true]') ??
  main.querySelector('h1')

/** What was typed stays in the form: log in in a new tab, come back, press again. */
const loggedOut = (form: HTMLFormElement): void => {
  tell(form.dataset.unauthorized ?? UNAUTHORIZED, 'Log in in a new tab')
}

/** The red alert above the page. */
const tell = (text: string | null, login?: string): void => {
  document.querySelector('[data-alert]')?.remove()
  if (text === null) return
  const alert = Object.assign(document.createElement('div'), { className: 'alert', role: 'alert' })
  alert.dataset.alert = ''
  alert.append(Object.assign(document.createElement('p'), { textContent: text }))
  if (login) {
    const link = Object.assign(document.createElement('a'), { href: paths.login, target: '_blank', textContent: login })
    alert.append(link)
  }
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Dismiss' })
  close.className = 'button button-quiet button-small'
  close.addEventListener('click', () => alert.remove())
  alert.append(close)
  document.querySelector('main')?.before(alert)
  alert.scrollIntoView({ block: 'nearest' })
}

const addCopyButtons = (root: ParentNode): void => {
  for (const text of root.querySelectorAll<HTMLElement>('[data-copy]')) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy' })
    const copied = text.textContent ?? ''
    const says = (word: string) => {
      button.textContent = word
      button.ariaLabel = `${word} ${copied}`
    }
    says('Copy')
    button.addEventListener('click', async () => {
      const done = await navigator.clipboard?.writeText(copied).then(
        () => true,
        () => false,
      )
      // Refused, or a page without https: what is marked is copied by the keys.
      if (!done) return getSelection()?.selectAllChildren(text)
      says('Copied')
      setTimeout(says, 2000, 'Copy')
    })
    text.after(button)
  }
}
