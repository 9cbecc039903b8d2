import { useEffect, useRef, useState } from 'react'
import ui from '#src/texts/en/pages/ui.ts'
import { sendClip } from '../clip/clip-upload.tsx'

/** A take of this session. The page keeps its bytes until the server has them. */
interface Take {
  id: number
  gloss: string
  /** Fields of the upload, with `name` and `sign`. */
  fields: { name: string } & Record<string, string>
  blob: Blob
  state: 'kept' | 'sending' | 'failed' | 'sent'
  /** Share that has arrived. */
  share: number
  /** The server does not answer; it is tried again. */
  waits: boolean
  message: string
  clipId: number | null
}

/** The takes of this session, which are sent one after the other. The browser asks before it closes one that is not sent. */
export const useOutbox = () => {
  const [takes, setTakes] = useState<Take[]>([])
  const line = useRef(Promise.resolve())
  const ids = useRef(0)
  const change = (id: number, part: Partial<Take>) =>
    setTakes(all => all.map(take => (take.id === id ? { ...take, ...part } : take)))

  const keep = (given: Pick<Take, 'gloss' | 'fields' | 'blob'>) => {
    const id = ids.current++
    setTakes(all => [...all, { ...given, id, state: 'kept', share: 0, waits: false, message: '', clipId: null }])
  }
  const drop = (id: number) => setTakes(all => all.filter(take => take.id !== id))
  const send = ({ id, blob, fields: kept }: Take, times: Record<string, string> = {}) => {
    const fields = { ...kept, ...times }
    change(id, { fields, state: 'sending', share: 0, message: '' })
    line.current = line.current.then(async () => {
      const sent = await sendClip(blob, fields, {
        onProgress: share => change(id, { share }),
        onWaiting: waits => change(id, { waits }),
      }).catch(() => ({ ok: false, message: ui.unreachable }) as const)
      if (sent.ok) change(id, { state: 'sent', waits: false, clipId: sent.clipId, blob: new Blob() })
      else change(id, { state: 'failed', waits: false, message: sent.message })
    })
  }
  const unsent = takes.filter(take => take.state !== 'sent').length
  useEffect(() => {
    if (unsent === 0) return
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsent])
  return { takes, unsent, keep, drop, send }
}
