import { useEffect, useRef, useState } from 'react'
import ui from '#src/texts/en/pages/ui.ts'
import { sendClip } from '../clip/clip-upload.tsx'

type Fields = Record<string, string>

/** A take of this session. Its bytes are kept in the browser until the server has them, also if the page closes. */
export interface Take {
  id: string
  gloss: string
  /** Fields of the upload, with `name` and `sign`. */
  fields: { name: string } & Fields
  blob: Blob
  state: 'kept' | 'sending' | 'failed' | 'sent'
  /** Share that has arrived. */
  share: number
  /** The server does not answer; it is tried again. */
  waits: boolean
  /** The browser keeps it, also if the page closes. */
  isStored: boolean
  message: string
  clipId: number | null
}

/** Takes of earlier visits stay in this cache of the browser. */
const CACHE = 'clips-not-sent'
const addressOf = (id: string) => `/clips/not-sent/${id}`
let before: Promise<unknown> = Promise.resolve()

/** Acts after what was asked for before. Returns null where the browser keeps nothing: a private window, a full disk. */
const inCache = <R>(act: (cache: Cache) => Promise<R>): Promise<R | null> => {
  const done = before.then(async () => act(await caches.open(CACHE))).catch(() => null)
  before = done
  return done
}

const HEADER = 'x-take'

const put = (take: Take) => {
  const headers = { [HEADER]: encodeURIComponent(JSON.stringify({ ...take, blob: null })) }
  return inCache(async cache => {
    await cache.put(addressOf(take.id), new Response(take.blob, { headers }))
    return true
  })
}

const readTake = async (cache: Cache, request: Request): Promise<Take[]> => {
  try {
    const answer = await cache.match(request)
    if (!answer) return []
    return [{ ...JSON.parse(decodeURIComponent(answer.headers.get(HEADER) ?? '')), blob: await answer.blob() }]
  } catch {
    await cache.delete(request)
    return []
  }
}

const readCache = async (cache: Cache): Promise<Take[]> =>
  (await Promise.all((await cache.keys()).map(request => readTake(cache, request)))).flat()

const NOT_MINE = 'You cannot send clips of its signer. Sign in as somebody who can, or delete it.'

/** The takes of this session, which are sent one after the other. `mine` tells those that this person may send; the others are shown. */
export const useOutbox = (mine: (fields: Fields) => boolean) => {
  const [takes, setTakes] = useState<Take[]>([])
  const line = useRef(Promise.resolve())
  const change = (id: string, part: Partial<Take>) =>
    setTakes(all => all.map(take => (take.id === id ? { ...take, ...part } : take)))

  const keep = (given: Pick<Take, 'gloss' | 'fields' | 'blob'>) => {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
    const take: Take = {
      ...given,
      id,
      state: 'kept',
      share: 0,
      waits: false,
      isStored: true,
      message: '',
      clipId: null,
    }
    setTakes(all => [...all, take])
    void put(take).then(stored => change(id, { isStored: stored === true }))
  }
  const drop = (id: string) => {
    setTakes(all => all.filter(take => take.id !== id))
    void inCache(cache => cache.delete(addressOf(id)))
  }
  const send = (take: Take, times: Fields = {}) => {
    const { id, blob } = take
    const fields = { ...take.fields, ...times }
    if (Object.keys(times).length > 0) void put({ ...take, fields })
    change(id, { fields, state: 'sending', share: 0, message: '' })
    line.current = line.current.then(async () => {
      const sent = await sendClip(blob, fields, {
        onProgress: share => change(id, { share }),
        onWaiting: waits => change(id, { waits }),
      }).catch(() => ({ ok: false, message: ui.unreachable }) as const)
      if (!sent.ok) return change(id, { state: 'failed', waits: false, message: sent.message })
      change(id, { state: 'sent', waits: false, clipId: sent.clipId, blob: new Blob() })
      await inCache(cache => cache.delete(addressOf(id)))
    })
  }
  const onLoad = useRef(async () => {
    for (const take of (await inCache(readCache)) ?? []) {
      const isMine = mine(take.fields)
      setTakes(all => [...all, isMine ? take : { ...take, state: 'failed', message: NOT_MINE }])
      if (isMine) send(take)
    }
  })
  useEffect(() => void onLoad.current(), [])
  const unsent = takes.filter(take => take.state !== 'sent').length
  useEffect(() => {
    if (unsent === 0) return
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsent])
  return { takes, unsent, keep, drop, send }
}
