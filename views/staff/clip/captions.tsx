import { CAPTIONS_MAX, typedCaptions } from '#src/clips/rules/captions.ts'
import type { Clip } from '#src/clips/rules/clip.ts'
import { hrefs } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** Captions of a clip: a sentence, or a WebVTT file. */
export const Captions = ({ clip }: { clip: Clip }) => {
  const { fields, problems } = usePosted('captions')
  return (
    <Panel title="Captions" form>
      <form method="post" action={hrefs.clip(clip.id)} className="form">
        <div className="field">
          <label htmlFor="captions">What is signed, in English</label>
          <p className="hint" id="captions-hint">
            One sentence for the whole clip, or a WebVTT file with times.
          </p>
          <textarea
            id="captions"
            name="captions"
            className="input"
            rows={3}
            maxLength={CAPTIONS_MAX}
            defaultValue={fields.captions ?? typedCaptions(clip.captions)}
            aria-describedby={problems.captions ? 'captions-hint captions-problem' : 'captions-hint'}
            aria-invalid={problems.captions ? true : undefined}
          />
          {problems.captions && (
            <p className="problem" id="captions-problem" role="alert">
              {problems.captions}
            </p>
          )}
        </div>
        <Button look="quiet" name="intent" value="captions">
          Save captions
        </Button>
      </form>
    </Panel>
  )
}
