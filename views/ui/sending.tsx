import { useEffect, useRef, useState } from 'react'
import { isUsedUp } from '#src/access/rules/access-code.ts'
import type { Problem } from '#src/core/rules/calls.ts'
import type { Problems } from '#src/core/rules/form.ts'
import { fieldsOf } from './form-fields.ts'
import { useTexts } from './texts.ts'

/** Failed call: no answer, or a server error that no field caused. */
type Failed = { kind: 'offline' } | { kind: 'error'; status: number; message: string | undefined }

/** The answer to a form. `page`: what its island gets where the form led; null if that page does not have it. */
type Sent<P> =
  | { kind: 'led'; to: string; page: P | null }
  | { kind: 'refused'; status: number; reason: string; message: string; problems: Problems }
  | Failed

const addressOf = () => `${location.pathname}${location.search}`

const fetchInLanguage = (address: string, given: RequestInit = {}) =>
  fetch(address, { ...given, headers: { ...given.headers, 'accept-language': document.documentElement.lang } })

/** Returns what an island gets on the page at an address; null if that page does not have it. */
const pageAt = async <P,>(address: string, island: string): Promise<P | null> => {
  const html = await (await fetchInLanguage(address)).text()
  const found = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelector<HTMLElement>(`[data-island="${island}"]`)
  return JSON.parse(found?.dataset.props ?? 'null')
}

/** Posts a form as its button with this intent would. An answer that is not JSON is not of our server, or an error page. */
const postForm = async <P,>(form: HTMLFormElement, intent: string, island: string | null): Promise<Sent<P>> => {
  try {
    const body = new URLSearchParams([...fieldsOf(form), ['intent', intent]])
    const answer = await fetchInLanguage(form.action, { method: 'POST', headers: { accept: 'application/json' }, body })
    const { ok, status } = answer
    const read: ({ to: string } & Partial<Problem>) | null = await answer.json().catch(() => null)
    if (ok && read) return { kind: 'led', to: read.to, page: island ? await pageAt(read.to, island) : null }
    const { error, reason = '', errors = [] } = read ?? {}
    if (!read || status >= 500) return { kind: 'error', status, message: error }
    const problems = Object.fromEntries(errors.map(({ field, message }) => [field, message]))
    return { kind: 'refused', status, reason, message: error ?? '', problems }
  } catch {
    return { kind: 'offline' }
  }
}

/**
 * State of the forms of an island, which are sent without a page load. Where a form leads, or Back and Forward do, `go`
 * gets what the island gets there. Show `error` and `toast` above the button, because no field is the cause.
 */
export const useSending = <P,>(island: string, go: (page: P) => void) => {
  const texts = useTexts('ui')
  const [sent, setSent] = useState<string | null>(null)
  const [offline, setOffline] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [toast, setToast] = useState<string | null>(null)
  const goRef = useRef(go)
  goRef.current = go
  /** The address of the step that is shown, or that is being fetched. */
  const shown = useRef('')
  useEffect(() => {
    shown.current = addressOf()
    const show = async () => {
      const wanted = addressOf()
      // A link within the page changes only the part after '#'.
      if (shown.current === wanted) return
      shown.current = wanted
      const page = await pageAt<P>(wanted, island).catch(() => null)
      // Another step was asked for meanwhile.
      if (shown.current !== wanted) return
      if (page) goRef.current(page)
      else location.reload()
    }
    addEventListener('popstate', show)
    return () => removeEventListener('popstate', show)
  }, [island])

  /** Returns null when there was no answer; `offline` is then true. `leaves`: the form leads to another page. */
  const send = async (form: HTMLFormElement | null | undefined, intent: string, leaves = false) => {
    if (sent !== null || !form) return null
    setSent(intent)
    setError(null)
    setToast(null)
    const answer = await postForm<P>(form, intent, leaves ? null : island)
    setSent(null)
    setOffline(answer.kind === 'offline')
    if (answer.kind === 'offline') return null
    if (answer.kind === 'error') {
      const message = answer.message ?? (answer.status === 500 ? texts.server : texts.unreachable)
      setError(message)
      setToast(message)
    } else if (answer.kind === 'refused') {
      // An answer to a code that has no uses left is no error.
      const isAtField = answer.status === 404 || answer.status === 422 || isUsedUp(answer.reason)
      if (!isAtField || answer.problems.recaptcha_response) setToast(answer.message)
    } else if (answer.page) {
      // A step of its own in the history, so that Back leads to the step before and not away from the course.
      history[answer.to === addressOf() ? 'replaceState' : 'pushState'](null, '', answer.to)
      shown.current = addressOf()
      go(answer.page)
    } else location.assign(answer.to)
    return answer
  }
  return { sending: sent !== null, sends: (intent: string) => sent === intent, offline, error, toast, send }
}

/** Browsers drop the right to open the top window five seconds after the press. */
const TIMEOUT_MS = 4000
/** After this time the button is enabled again, in case the post was cancelled or never answered. */
const REENABLE_MS = 10_000

/** Posts a form whose answer replaces the page, once the server answers: no error page of the browser comes. */
export const usePosting = () => {
  const [posting, setPosting] = useState(false)
  const [unreachable, setUnreachable] = useState(false)

  const postWhenOnline = async (form: HTMLFormElement | null | undefined, intent: string, target = '') => {
    if (posting || !form) return
    setPosting(true)
    const reachable = await isReachable()
    setUnreachable(!reachable)
    if (!reachable) return setPosting(false)
    post(form, intent, target)
    setTimeout(setPosting, REENABLE_MS, false)
  }
  return { posting, unreachable, postWhenOnline }
}

/** Submits the form as if its button with this intent had been pressed. */
const post = (form: HTMLFormElement, intent: string, target: string): void => {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'intent', value: intent })
  form.append(field)
  form.target = target
  form.submit()
  // The browser has read the fields by now. A later press may have another intent.
  field.remove()
}

/** A proxy may refuse /healthz while the server is up. Without a server it answers 502 to 504. */
const isReachable = (): Promise<boolean> =>
  Promise.race([
    fetch('/healthz').then(
      ({ status }) => status < 500,
      () => false,
    ),
    new Promise<false>(done => setTimeout(done, TIMEOUT_MS, false)),
  ])
