import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { MAX_SECONDS } from '#src/signs/rules/clips/clip.ts'
import { island } from '../../island.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Notice } from '../../ui/notice.tsx'
import { ClipFields, canHash, type SignerChoice, sendClip } from '../clip/clip-upload.tsx'
import { type CameraState, type Cut, TakeEditor, useCamera } from './takes.tsx'

interface RecorderProps {
  slug: string
  gloss: string
  signers: SignerChoice[]
  ownId: number | null
  today: string
  problem: string | null
}

const TOLD: Partial<Record<CameraState, string>> = {
  asking: 'Your browser asks whether this page may use the camera.',
  refused: 'The camera is blocked. Allow it in the address bar, then try again. Or choose a file.',
  absent: "We can't find a camera. Choose a file instead.",
  recording: `Recording. It ends by itself after ${MAX_SECONDS / 60} minutes.`,
}

/** Records a sign, or takes a file. Without JavaScript it is a form with a file. */
const Recorder = ({ slug, gloss, signers, ownId, today, problem: given }: RecorderProps) => {
  const hydrated = useHydrated()
  const { state, count, takes, preview, turnOn, record, stop, add, remove } = useCamera(slug)
  const [chosen, setChosen] = useState<number | null>(null)
  const [guide, setGuide] = useState(true)
  const [share, setShare] = useState<number | null>(null)
  const [waits, setWaits] = useState(false)
  const [problem, setProblem] = useState(given)
  const cut = useRef<Cut>({ from: 0, to: null, posterAt: null })
  const take = takes.find(t => t.id === chosen) ?? takes[takes.length - 1]
  const isOn = state === 'ready' || state === 'counting' || state === 'recording'

  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (!file || !canHash()) return
    add(file, file.name)
    setChosen(null)
    event.target.value = ''
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!take || share !== null) return
    setProblem(null)
    setShare(0)
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
    const { from, to, posterAt } = cut.current
    const times = {
      ...(from > 0 ? { trim_from: from.toFixed(3) } : {}),
      ...(to !== null ? { trim_to: to.toFixed(3) } : {}),
      ...(posterAt !== null ? { poster_at: posterAt.toFixed(3) } : {}),
    }
    const sent = await sendClip(
      take.blob,
      { ...fields, ...times, name: take.name, sign: slug },
      { onProgress: setShare, onWaiting: setWaits },
    )
    if (sent.ok) return location.assign(hrefs.clip(sent.clipId))
    setShare(null)
    setProblem(sent.message)
  }
  return (
    <>
      {hydrated && (
        <div className="camera" data-state={state}>
          <div className="camera-stage">
            <video ref={preview} className="stage mirrored" autoPlay muted playsInline aria-label="Camera" />
            {guide && isOn && <FramingGuide />}
            {state === 'counting' && (
              <p className="camera-count" role="status">
                {count}
              </p>
            )}
          </div>
          <div className="buttons">
            {!isOn && (
              <Button type="button" onClick={turnOn} disabled={state === 'asking'}>
                Turn on camera
              </Button>
            )}
            {state === 'ready' && (
              <Button type="button" onClick={record}>
                Record
              </Button>
            )}
            {(state === 'counting' || state === 'recording') && (
              <Button type="button" onClick={stop}>
                Stop
              </Button>
            )}
            {isOn && (
              <Button type="button" look="quiet" aria-pressed={guide} onClick={() => setGuide(!guide)}>
                Framing guide
              </Button>
            )}
          </div>
          <p className="soft" role="status">
            {TOLD[state]}
          </p>
        </div>
      )}
      {takes.length > 1 && (
        <ul className="pills" aria-label="Takes">
          {takes.map((t, i) => (
            <li key={t.id}>
              <button
                type="button"
                className="pill"
                aria-current={t === take ? 'true' : undefined}
                onClick={() => setChosen(t.id)}
              >
                Take {i + 1}
              </button>
            </li>
          ))}
        </ul>
      )}
      {take && (
        <>
          <TakeEditor
            key={take.id}
            take={take}
            onCut={next => {
              cut.current = next
            }}
          />
          <form className="form" onSubmit={send}>
            <ClipFields
              signers={signers}
              values={{ kind: 'sign', variant: '', signerId: ownId, recordedOn: today }}
              today={today}
            />
            <div className="buttons">
              <Button busy={share !== null}>Send this take</Button>
              <Button type="button" look="quiet" onClick={() => remove(take.id)}>
                Delete this take
              </Button>
            </div>
          </form>
        </>
      )}
      {share !== null && (
        <p className="import-progress">
          <progress max={1} value={share} aria-label={`Sending ${gloss}`} />
          {waits ? 'The server does not answer. We keep trying.' : 'Sending…'}
        </p>
      )}
      {problem && <Notice tone="problem">{problem}</Notice>}
      <form method="post" action={hrefs.clipSign(slug)} encType="multipart/form-data" className="form">
        <div className="field">
          <label htmlFor="clip-file">{hydrated ? 'Or choose a video file' : 'Video file'}</label>
          <input
            id="clip-file"
            className="input"
            type="file"
            name="file"
            accept="video/mp4,video/quicktime,video/webm,.mov"
            onChange={onFile}
          />
        </div>
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
