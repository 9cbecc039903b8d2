import { type Clip, clipKinds } from '#src/clips/rules/clip.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { hrefs, paths } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { ClipFields } from './clip-fields.tsx'
import type { ClipPage } from './load.ts'

const EDITABLE: Clip['state'][] = ['recorded', 'failed', 'waiting', 'approved', 'sent_back']

/** Asks for what is still missing about a clip, or corrects it. Trimming is possible while the file is still there. */
export const DetailsForm = ({ data, clip }: { data: ClipPage; clip: Clip }) => {
  const { signers, ownId, glosses, today } = data
  const { fields, problems } = usePosted('describe')
  const asks = clip.state === 'recorded' || clip.state === 'failed'
  return (
    <>
      {EDITABLE.includes(clip.state) && signers.length > 0 && (
        <Panel title={asks ? 'What the clip needs' : 'Correct the details'} form>
          <form method="post" action={hrefs.clip(clip.id)} className="form">
            <Field
              label="Sign"
              hint="Its gloss in the dictionary, like THANK-YOU"
              name="sign"
              list="glosses"
              defaultValue={fields.sign ?? clip.gloss ?? clip.sign ?? ''}
              problem={problems.sign}
              autoComplete="off"
            />
            {glosses.length > 0 && (
              <datalist id="glosses">
                {glosses.map(gloss => (
                  <option key={gloss} value={gloss} />
                ))}
              </datalist>
            )}
            <ClipFields
              signers={signers}
              values={{
                kind: clipKinds.find(kind => kind === fields.kind) ?? clip.kind,
                variant: fields.variant ?? clip.variant,
                signerId: rowId(fields.signer_id) ?? clip.signerId ?? ownId,
                recordedOn: fields.recorded_on ?? clip.recordedOn ?? today,
              }}
              today={today}
              problems={problems}
            />
            {asks && (
              <div className="row">
                <Field
                  label="Start at second"
                  name="trim_from"
                  inputMode="decimal"
                  defaultValue={fields.trim_from ?? clip.trimFrom ?? ''}
                />
                <Field
                  label="End at second"
                  name="trim_to"
                  inputMode="decimal"
                  defaultValue={fields.trim_to ?? clip.trimTo ?? ''}
                  problem={problems.trim_to}
                />
                <Field
                  label="Picture at second"
                  name="poster_at"
                  inputMode="decimal"
                  defaultValue={fields.poster_at ?? clip.posterAt ?? ''}
                />
              </div>
            )}
            <Button name="intent" value="describe" look={asks ? 'primary' : 'quiet'}>
              {asks ? 'Save and prepare' : 'Save details'}
            </Button>
          </form>
        </Panel>
      )}
      {asks && signers.length === 0 && (
        <p>
          First save your consent. <a href={paths.clips}>Go to Clips</a>
        </p>
      )}
      {clip.state !== 'published' && (
        <details>
          <summary>Delete this clip</summary>
          <form method="post" action={hrefs.clip(clip.id)} className="form">
            <p>Its videos and comments are deleted. This cannot be undone.</p>
            <Button look="danger" name="intent" value="delete">
              Delete the clip
            </Button>
          </form>
        </details>
      )}
    </>
  )
}
