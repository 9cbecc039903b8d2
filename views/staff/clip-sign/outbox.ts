import { useEffect, useRef, useState } from 'react'
import { failureMessages } from '#src/texts/failure-messages.ts'
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
  message: string
  clipId: number | null
}

/** Takes of earlier visits stay in this cache of the browser. */
const CACHE = 'clips-not-sent'
const addressOf = (id: string) => `/clips/not-sent/${id}`
/** Does nothing where the browser keeps nothing, as in a private window. */
const inCache = async <R>(act: (cache: Cache) => Promise<R>): Promise<R | null> => {
  try {
    return await act(await caches.open(CACHE))
  } catch {
    return null
  }
}

const HEADER = 'x-take'

const readCache = async (cache: Cache): Promise<Take[]> => {
  const read = (await cache.keys()).map(async request => {
    const answer = await cache.match(request)
    const about = JSON.parse(decodeURIComponent(answer?.headers.get(HEADER) ?? 'null'))
    return answer && about ? [{ ...about, blob: await answer.blob() }] : []
  })
  return (await Promise.all(read)).flat()
}

/** The takes of this session, which are sent one after the other. `mine` tells those that this person may send. */
export const useOutbox = (mine: (fields: Fields) => boolean) => {
  const [takes, setTakes] = useState<Take[]>([])
  const line = useRef(Promise.resolve())
  const change = (id: string, part: Partial<Take>) =>
    setTakes(all => all.map(take => (take.id === id ? { ...take, ...part } : take)))

  const keep = (given: Pick<Take, 'gloss' | 'fields' | 'blob'>) => {
    const about = {
      ...given,
      id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
      share: 0,
      waits: false,
      message: '',
      clipId: null,
    }
    const take: Take = { ...about, state: 'kept' }
    setTakes(all => [...all, take])
    const headers = { [HEADER]: encodeURIComponent(JSON.stringify({ ...take, blob: null })) }
    void inCache(cache => cache.put(addressOf(take.id), new Response(given.blob, { headers })))
  }
  const drop = (id: string) => {
    setTakes(all => all.filter(take => take.id !== id))
    void inCache(cache => cache.delete(addressOf(id)))
  }
  const send = (take: Take, times: Fields = {}) => {
    const { id, blob } = take
    const fields = { ...take.fields, ...times }
    change(id, { fields, state: 'sending', share: 0, message: '' })
    line.current = line.current.then(async () => {
      const sent = await sendClip(blob, fields, {
        onProgress: share => change(id, { share }),
        onWaiting: waits => change(id, { waits }),
      }).catch(() => ({ ok: false, message: failureMessages.unreachable }) as const)
      if (!sent.ok) return change(id, { state: 'failed', waits: false, message: sent.message })
      change(id, { state: 'sent', waits: false, clipId: sent.clipId, blob: new Blob() })
      await inCache(cache => cache.delete(addressOf(id)))
    })
  }
  const onLoad = useRef(async () => {
    for (const take of (await inCache(readCache)) ?? []) {
      if (!mine(take.fields)) continue
      setTakes(all => [...all, take])
      send(take)
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
