import { type ClipKind, clipKinds, kindText, VARIANT_MAX } from '#src/clips/rules/clip.ts'
import type { Problems } from '#src/core/rules/form.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

/** A signer who may be chosen: with consent to the text in use. */
export interface SignerChoice {
  id: number
  name: string
}

interface ClipFieldValues {
  kind: ClipKind
  variant: string
  signerId: number | null
  recordedOn: string
}

interface ClipFieldsProps {
  signers: SignerChoice[]
  values: ClipFieldValues
  today: string
  problems?: Problems
}

/** Fields for the signer, the date and the form of the sign. */
export const ClipFields = ({ signers, values, today, problems = {} }: ClipFieldsProps) => {
  const [only] = signers.length === 1 ? signers : []
  return (
    <>
      {only ? (
        <p>
          Signer: <strong>{only.name}</strong>
          <input type="hidden" name="signer_id" value={only.id} />
        </p>
      ) : (
        <Select
          label="Signer"
          name="signer_id"
          value={String(values.signerId ?? '')}
          options={[{ value: '', label: 'Choose' }, ...signers.map(s => ({ value: String(s.id), label: s.name }))]}
          aria-invalid={problems.signer_id ? true : undefined}
        />
      )}
      {problems.signer_id && (
        <p className="problem" role="alert">
          {problems.signer_id}
        </p>
      )}
      <div className="row">
        <Field
          label="Region or variant"
          hint="Leave empty for the usual form"
          name="variant"
          defaultValue={values.variant}
          maxLength={VARIANT_MAX}
          autoComplete="off"
        />
        <Field
          label="Day of the recording"
          name="recorded_on"
          type="date"
          max={today}
          defaultValue={values.recordedOn}
          problem={problems.recorded_on}
        />
      </div>
      <fieldset className="toggle">
        <legend>What it shows</legend>
        {clipKinds.map(kind => (
          <label key={kind}>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === values.kind} />
            {kindText[kind]}
          </label>
        ))}
      </fieldset>
    </>
  )
}
