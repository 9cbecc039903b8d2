import type { Problem } from '#src/core/rules/calls.ts'
import type { WireUpload } from '#src/signs/contract.ts'
import { type Clip, clipKinds, kindText, VARIANT_MAX } from '#src/signs/rules/clips/clip.ts'
import type { Signer } from '#src/signs/rules/clips/consent.ts'
import { uploadRefusals } from '#src/signs/rules/clips/files.ts'
import ui from '#src/texts/en/pages/ui.ts'
import { paths } from '../../paths.ts'
import { Select } from '../../ui/choices.tsx'
import { Field, type SentForm } from '../../ui/field.tsx'

type ClipSent = { ok: true; clipId: number } | { ok: false; message: string; status: number }

/** Seconds before a request is tried again, first and later. */
const PAUSES = [1, 2, 5, 10]
const LAST_PAUSE = 20
/** About ten minutes: enough for a server to start again. */
const MOST_TRIES = 35

export const canHash = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

const hashOf = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Retries a request until the server answers it; null if it never does. The requests are idempotent. */
const fetchWithRetries = async (
  path: string,
  request: RequestInit,
  onWaiting: SendOptions['onWaiting'],
): Promise<Response | null> => {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const response = await fetch(path, request).catch(() => null)
    if (response && response.status < 500 && response.status !== 429) {
      onWaiting(false)
      return response
    }
    onWaiting(true)
    await new Promise(done => setTimeout(done, (PAUSES[tries] ?? LAST_PAUSE) * 1000))
  }
  return null
}

const refusal = async (response: Response | null): Promise<ClipSent> => {
  const body: Partial<Problem> | null = response && (await response.json().catch(() => null))
  return { ok: false, message: body?.error ?? ui.unreachable, status: response?.status ?? 0 }
}

interface SendOptions {
  /** Share of the file that has arrived, from 0 to 1. */
  onProgress(share: number): void
  /** True while the server cannot be reached. */
  onWaiting(waits: boolean): void
}

/** Sends a video in parts. What arrived before, also before a reload, is not sent again. */
export const sendClip = async (
  file: Blob,
  fields: { name: string } & Record<string, string>,
  { onProgress, onWaiting }: SendOptions,
): Promise<ClipSent> => {
  if (file.size === 0) return { ok: false, message: uploadRefusals.no_file.message, status: 422 }
  const hash = await hashOf(file)
  const begun = await fetchWithRetries(
    paths.clipUploads,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hash, bytes: file.size, ...fields }),
    },
    onWaiting,
  )
  if (!begun?.ok) return refusal(begun)
  let state: WireUpload = await begun.json()
  while (state.clip_id === null) {
    const from = state.chunks * state.chunk_bytes
    onProgress(from / file.size)
    const part = file.slice(from, from + state.chunk_bytes)
    const headers = { 'content-type': 'application/octet-stream' }
    const path = `${paths.clipUploads}/${hash}/${state.chunks}`
    const received = await fetchWithRetries(path, { method: 'PUT', headers, body: part }, onWaiting)
    if (!received?.ok) return refusal(received)
    state = await received.json()
  }
  onProgress(1)
  return { ok: true, clipId: state.clip_id }
}

/** A signer who may be chosen: with consent to the text in use. */
export type SignerChoice = Pick<Signer, 'id' | 'name'>

/** The glosses to choose from in a field. */
export const Glosses = ({ of }: { of: string[] }) => (
  <datalist id="glosses">
    {of.map(gloss => (
      <option key={gloss} value={gloss} />
    ))}
  </datalist>
)

interface ClipFieldsProps {
  signers: SignerChoice[]
  ownId: number | null
  today: string
  /** Details of a clip that is there. */
  clip?: Pick<Clip, 'kind' | 'variant' | 'signerId' | 'recordedOn'>
  sent?: SentForm
}

const NOTHING: SentForm = { fields: {}, problems: {} }

/** Fields for the signer, the date and the form of the sign. */
export const ClipFields = ({ signers, ownId, today, clip, sent = NOTHING }: ClipFieldsProps) => {
  const { fields, problems } = sent
  const chosen = clipKinds.find(kind => kind === fields.kind) ?? clip?.kind ?? 'sign'
  const [only] = signers.length === 1 ? signers : []
  return (
    <>
      <Select
        label="Signer"
        name="signer_id"
        value={fields.signer_id || String(clip?.signerId ?? ownId ?? only?.id ?? '')}
        empty="Choose"
        options={signers.map(s => ({ value: String(s.id), label: s.name }))}
        problem={problems.signer_id}
        required
      />
      <div className="row">
        <Field
          label="Region or variant"
          hint="Leave empty for the usual form"
          name="variant"
          defaultValue={fields.variant ?? clip?.variant}
          maxLength={VARIANT_MAX}
          autoComplete="off"
        />
        <Field
          label="Day of the recording"
          name="recorded_on"
          type="date"
          max={today}
          defaultValue={fields.recorded_on ?? clip?.recordedOn ?? today}
          problem={problems.recorded_on}
        />
      </div>
      <fieldset className="toggle">
        <legend>What it shows</legend>
        {clipKinds.map(kind => (
          <label key={kind}>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} />
            {kindText[kind]}
          </label>
        ))}
      </fieldset>
    </>
  )
}
