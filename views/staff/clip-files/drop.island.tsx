import { type FormEvent, useRef, useState } from 'react'
import ui from '#src/texts/en/pages/ui.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { fieldsOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { Notice } from '../../ui/notice.tsx'
import { ClipFields, canHash, type SignerChoice, sendClip } from '../clip/clip-upload.tsx'

interface Sending {
  all: number
  done: number
  /** Share of the file on its way that has arrived. */
  share: number
  waits: boolean
  refused: { name: string; message: string }[]
  /** Names of files that were not tried, because the others would fail too. */
  unsent: string[]
  ended: boolean
}

/** Sends many files, one after the other. Files that arrived before, also before a reload, are not sent again. */
const Drop = ({ signers, ownId, today }: { signers: SignerChoice[]; ownId: number | null; today: string }) => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  /** Files that are being sent. Those that are dropped meanwhile are added. */
  const queue = useRef<{ file: File; fields: Record<string, string> }[]>([])
  const isBusy = sending !== null && !sending.ended

  const send = async (files: File[]) => {
    const fields = Object.fromEntries(fieldsOf(form.current))
    const isFirst = queue.current.length === 0
    queue.current.push(...files.map(file => ({ file, fields })))
    const all = queue.current.length
    if (!isFirst) setSending(now => now && { ...now, all })
    if (!isFirst || all === 0) return
    let now: Sending = { all, done: 0, share: 0, waits: false, refused: [], unsent: [], ended: false }
    const show = (part: Partial<Sending>) => {
      now = { ...now, ...part, all: queue.current.length }
      setSending(now)
    }
    for (const { file, fields } of queue.current) {
      show({ share: 0 })
      const sent = await sendClip(
        file,
        { ...fields, name: file.name },
        { onProgress: share => show({ share }), onWaiting: waits => show({ waits }) },
      )
      if (sent.ok) show({ done: now.done + 1 })
      else show({ done: now.done + 1, refused: [...now.refused, { name: file.name, message: sent.message }] })
      // Without an answer, or without a session, the other files would fail too.
      if (!sent.ok && (sent.status === 0 || sent.status === 401 || sent.status === 403)) break
    }
    show({ ended: true, unsent: queue.current.slice(now.done).map(({ file }) => file.name) })
    queue.current = []
  }
  if (hydrated && !canHash()) return <p>Sending many files needs https.</p>
  return (
    <>
      <form ref={form} className="form" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <ClipFields signers={signers} ownId={ownId} today={today} />
      </form>
      {hydrated ? (
        <Field
          label={isBusy ? 'Drop more files here, or choose them' : 'Drop video files here, or choose them'}
          className="drop"
          type="file"
          multiple
          accept="video/mp4,video/quicktime,video/webm,.mov"
          // Not disabled while files are sent: a file dropped on a disabled field would replace the page.
          onChange={event => {
            void send([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      ) : (
        <p>
          Many files at once need JavaScript. Without it, open a sign under <a href={paths.clips}>Clips</a> and upload
          its file there.
        </p>
      )}
      {sending && (
        <div className="sending" role="status">
          <p className="import-progress">
            <progress max={sending.all} value={sending.done + sending.share * 0.999} aria-label="Files sent" />
            {sending.done} of {sending.all} files
          </p>
          {sending.waits && <p>{ui.unreachable} We keep trying.</p>}
          {isBusy && (
            <p className="soft">If this page closes, choose the same files again. We go on where it stopped.</p>
          )}
          {sending.ended && (
            <p>
              {sending.done - sending.refused.length} files are here.
              {sending.unsent.length > 0 && ` ${sending.unsent.length} were not sent. Choose them again.`}{' '}
              <a href={paths.clipFiles}>See what they still need</a>
            </p>
          )}
        </div>
      )}
      {sending && sending.refused.length + sending.unsent.length > 0 && (
        <Notice tone="problem">
          <ul>
            {[
              ...sending.refused.map(({ name, message }) => `${name}: ${message}`),
              ...sending.unsent.map(name => `${name}: not sent`),
            ].map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
              <li key={i}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

export default island('staff/clip-files/drop', Drop)
