import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { StudioEntry } from '#src/signs/rules/clips/reviews.ts'
import { island } from '../../island.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldsOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { ClipFields, canHash, type SignerChoice } from '../clip/clip-upload.tsx'
import { Meaning } from '../clip/meaning.tsx'
import { type CameraState, useCamera } from './camera.ts'
import { useOutbox } from './outbox.ts'
import { SentTakes } from './sent-takes.tsx'
import { type Cut, TakeEditor } from './take-editor.tsx'

interface RecorderProps {
  /** The sign of the page, and those that come after it. */
  session: StudioEntry[]
  signers: SignerChoice[]
  ownId: number | null
  today: string
  problem: string | undefined
}

const TOLD: Record<CameraState, string> = {
  off: 'Press Space to turn on the camera and record.',
  asking: 'Your browser asks whether this page may use the camera.',
  ready: 'Press Space to record.',
  counting: 'Get ready.',
  recording: 'Recording. Press Space to stop.',
  refused: 'The camera is blocked. Allow it in the address bar, then press Space. Or choose a file.',
  absent: "We can't find a camera. Connect one and press Space, or choose a file.",
  busy: 'Another program uses the camera. Close it, then press Space.',
  lost: 'The camera stopped. Check its cable, then press Space.',
  insecure: 'Recording needs an address with https. Choose a file instead.',
  empty: 'Nothing was recorded. Press Space to record again.',
}

/** A take that nobody looks at is sent after this time. */
const SENDS_AFTER_SECONDS = 15
const WHOLE: Cut = { from: 0, to: null, posterAt: null }

const timesOf = ({ from, to, posterAt }: Cut): Record<string, string> => ({
  ...(from > 0 ? { trim_from: from.toFixed(3) } : {}),
  ...(to !== null ? { trim_to: to.toFixed(3) } : {}),
  ...(posterAt !== null ? { poster_at: posterAt.toFixed(3) } : {}),
})

/**
 * Records sign after sign by one key, while the camera stays on, or takes a file. The last take is kept until the next
 * one begins, so that it can be cut or recorded again. Without JavaScript it is a form with a file.
 */
const Recorder = ({ session, signers, ownId, today, problem }: RecorderProps) => {
  const hydrated = useHydrated()
  const [at, setAt] = useState(0)
  const [guide, setGuide] = useState(true)
  const [seconds, setSeconds] = useState<number | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const cut = useRef(WHOLE)
  const { takes, unsent, keep, drop, send } = useOutbox()
  const last = takes.find(take => take.state === 'kept')
  const entry = session[at]

  const goTo = (index: number) => {
    const next = session[index]
    if (index < 0) return
    setAt(Math.min(index, session.length))
    if (next) history.replaceState(null, '', hrefs.clipSign(next.slug))
  }
  const sendLast = () => {
    if (!last) return
    send(last, timesOf(cut.current))
    cut.current = WHOLE
  }
  const keepTake = (blob: Blob, name?: string) => {
    if (!entry) return
    const fields = Object.fromEntries(fieldsOf(form.current))
    const named = name ?? `${entry.slug}.${blob.type === 'video/mp4' ? 'mp4' : 'webm'}`
    keep({ gloss: entry.gloss, blob, fields: { ...fields, name: named, sign: entry.slug } })
    goTo(at + 1)
  }
  const camera = useCamera(keepTake)
  const { state } = camera
  const isOn = state === 'ready' || state === 'counting' || state === 'recording' || state === 'empty'

  const isFilled = (): boolean => {
    if (!form.current?.checkValidity() && details.current) details.current.open = true
    return form.current?.reportValidity() ?? false
  }
  const start = async () => {
    if (!entry || !isFilled()) return
    if (!isOn && !(await camera.turnOn())) return
    sendLast()
    camera.record(seconds)
  }
  const press = () => {
    if (state === 'counting' || state === 'recording') camera.stop()
    else if (state !== 'asking') void start()
  }
  const again = () => {
    if (!last || state !== 'ready') return
    drop(last.id)
    cut.current = WHOLE
    goTo(session.findIndex(({ slug }) => slug === last.fields.sign))
    camera.record(seconds)
  }
  const move = (by: number) => {
    if (state !== 'counting' && state !== 'recording') goTo(at + by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Only while the stage itself has the focus: a button or a field takes its own keys.
    if (event.target !== stage.current || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const does = { ' ': press, r: again, R: again, ArrowRight: () => move(1), ArrowLeft: () => move(-1) }[event.key]
    if (!does) return
    event.preventDefault()
    does()
  }
  useEffect(() => {
    if (hydrated) stage.current?.focus({ preventScroll: true })
  }, [hydrated])
  const sendLater = useRef(sendLast)
  sendLater.current = sendLast
  const lastId = last?.id
  useEffect(() => {
    if (lastId === undefined) return
    const timer = setInterval(() => {
      if (!editor.current?.contains(document.activeElement)) sendLater.current()
    }, SENDS_AFTER_SECONDS * 1000)
    return () => clearInterval(timer)
  }, [lastId])

  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (!file || !canHash() || !isFilled()) return
    sendLast()
    keepTake(file, file.name)
    event.target.value = ''
  }
  return (
    <>
      {!hydrated && <p>Recording with the camera needs JavaScript. Without it, upload a file.</p>}
      <div className="studio">
        <div aria-live="polite">
          {entry ? (
            <Meaning entry={entry} />
          ) : (
            <p>
              Every sign of this session is done. <a href={paths.clips}>All clips</a>
            </p>
          )}
        </div>
        {hydrated && (
          <div className="camera" data-state={state}>
            {/* biome-ignore lint/a11y/useSemanticElements: a group with keys of its own, not of a form */}
            <div
              ref={stage}
              className="camera-stage"
              role="group"
              aria-label="Studio"
              aria-keyshortcuts="Space R ArrowLeft ArrowRight"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: must be focusable for its keys
              tabIndex={0}
              onKeyDown={onKeyDown}
            >
              <video ref={camera.preview} className="stage mirrored" autoPlay muted playsInline aria-label="Camera" />
              {guide && isOn && <FramingGuide />}
              {state === 'counting' && <p className="camera-count">{camera.count}</p>}
              <p className="camera-told" role="status">
                {entry || isOn ? TOLD[state] : ''}
              </p>
            </div>
            <div className="buttons">
              <Button type="button" onClick={press} disabled={!entry || state === 'asking'}>
                {state === 'recording' || state === 'counting' ? 'Stop' : 'Record'}
              </Button>
              <Button type="button" look="quiet" onClick={again} disabled={!last || state !== 'ready'}>
                Record again
              </Button>
              <Button type="button" look="quiet" onClick={() => move(-1)} disabled={at === 0}>
                Back
              </Button>
              <Button type="button" look="quiet" onClick={() => move(1)} disabled={!entry}>
                Skip
              </Button>
              <Button type="button" look="quiet" aria-pressed={guide} onClick={() => setGuide(!guide)}>
                Framing guide
              </Button>
            </div>
            <label className="camera-stops">
              Recording stops{' '}
              <select className="select" onChange={event => setSeconds(Number(event.target.value) || null)}>
                <option value="">when I press Space</option>
                {[3, 4, 6, 10].map(after => (
                  <option key={after} value={after}>
                    by itself after {after} seconds
                  </option>
                ))}
              </select>
            </label>
            <p className="hint">
              While the picture has the focus: <kbd>Space</kbd> starts and stops, <kbd>R</kbd> records the last sign
              again, <kbd>←</kbd> <kbd>→</kbd> go to another sign.
            </p>
          </div>
        )}
        {last && (
          <div ref={editor} className="kept">
            <h3>
              Last take: <span className="gloss">{last.gloss}</span>
            </h3>
            <p className="soft">
              It is sent when you record the next sign, or after {SENDS_AFTER_SECONDS} seconds. You can cut it first.
            </p>
            <TakeEditor
              key={last.id}
              blob={last.blob}
              name={last.gloss}
              onCut={next => {
                cut.current = next
              }}
            />
            <div className="buttons">
              <Button type="button" onClick={sendLast}>
                Send this take
              </Button>
              <Button type="button" look="quiet" onClick={() => drop(last.id)}>
                Delete this take
              </Button>
            </div>
          </div>
        )}
      </div>
      <SentTakes takes={takes} unsent={unsent} send={send} drop={drop} />
      <form ref={form} className="form" onSubmit={event => event.preventDefault()}>
        <details ref={details} open={ownId === null && signers.length > 1}>
          <summary>Signer, day and form of these clips</summary>
          <ClipFields signers={signers} ownId={ownId} today={today} />
        </details>
      </form>
      <form
        method="post"
        action={hrefs.clipSign(entry?.slug ?? session[0]?.slug ?? '')}
        encType="multipart/form-data"
        className="form"
      >
        <Field
          label={hydrated ? 'Or choose a video file' : 'Video file'}
          type="file"
          name="file"
          accept="video/mp4,video/quicktime,video/webm,.mov"
          problem={problem}
          onChange={onFile}
        />
        {!(hydrated && canHash()) && <Button look="quiet">Upload this file</Button>}
      </form>
    </>
  )
}

/** Head and signing space: the hands stay inside the frame when the head fills the oval. */
const FramingGuide = () => (
  <svg className="camera-guide" viewBox="0 0 160 90" aria-hidden="true">
    <ellipse cx="80" cy="26" rx="11" ry="14" />
    <path d="M46 90c0-26 14-38 34-38s34 12 34 38" />
    <rect x="30" y="6" width="100" height="82" rx="3" />
  </svg>
)

export default island('staff/clip-sign/recorder', Recorder)
