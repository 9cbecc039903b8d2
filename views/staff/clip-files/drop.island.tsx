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
  ended: boolean
}

/** Sends many files, one after the other. Files that arrived before, also before a reload, are not sent again. */
const Drop = ({ signers, ownId, today }: { signers: SignerChoice[]; ownId: number | null; today: string }) => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const isBusy = sending !== null && !sending.ended

  const send = async (files: File[]) => {
    if (isBusy || files.length === 0) return
    const fields = Object.fromEntries(fieldsOf(form.current))
    let now: Sending = { all: files.length, done: 0, share: 0, waits: false, refused: [], ended: false }
    const show = (part: Partial<Sending>) => {
      now = { ...now, ...part }
      setSending(now)
    }
    for (const file of files) {
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
    show({ ended: true })
  }
  if (hydrated && !canHash()) return <p>Sending many files needs https.</p>
  return (
    <>
      <form ref={form} className="form" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <ClipFields signers={signers} ownId={ownId} today={today} />
      </form>
      {hydrated ? (
        <Field
          label={isBusy ? 'Wait until these files are sent' : 'Drop video files here, or choose them'}
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
              {sending.done < sending.all && ` ${sending.all - sending.done} were not sent. Choose them again.`}{' '}
              <a href={paths.clipFiles}>See what they still need</a>
            </p>
          )}
        </div>
      )}
      {sending && sending.refused.length > 0 && (
        <Notice tone="problem">
          <ul>
            {sending.refused.map(({ name, message }) => (
              <li key={name}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

export default island('staff/clip-files/drop', Drop)
