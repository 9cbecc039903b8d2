import type { Clip } from '#src/clips/rules/clip.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { ClipFields } from './clip-fields.tsx'
import type { ClipPage } from './load.ts'

const EDITABLE: Clip['state'][] = ['recorded', 'failed', 'waiting', 'approved', 'sent_back']

/** Asks for what is still missing about a clip, or corrects it. Trimming is possible while the file is still there. */
export const DetailsForm = ({ data, clip }: { data: ClipPage; clip: Clip }) => {
  const { signers, ownId, glosses, today, problem } = data
  const asks = clip.state === 'recorded' || clip.state === 'failed'
  const at = (field: string) => (problem?.field === field ? problem.message : undefined)
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
              defaultValue={clip.gloss ?? clip.sign ?? ''}
              problem={at('sign')}
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
                kind: clip.kind,
                variant: clip.variant,
                signerId: clip.signerId ?? ownId,
                recordedOn: clip.recordedOn ?? today,
              }}
              today={today}
              problem={problem}
            />
            {asks && (
              <div className="row">
                <Field
                  label="Start at second"
                  name="trim_from"
                  inputMode="decimal"
                  defaultValue={clip.trimFrom ?? ''}
                />
                <Field
                  label="End at second"
                  name="trim_to"
                  inputMode="decimal"
                  defaultValue={clip.trimTo ?? ''}
                  problem={at('trim_to')}
                />
                <Field
                  label="Picture at second"
                  name="poster_at"
                  inputMode="decimal"
                  defaultValue={clip.posterAt ?? ''}
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
