import type { ListStep } from '#src/staff/rules/paste-list.ts'
import { listActions } from '#src/staff/rules/paste-list.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Pasted } from './screen.tsx'
import { Steps } from './steps.tsx'

interface PreviewProps {
  pasted: Pasted
  steps: ListStep[]
  effectsKey: string
  problem: string | null
}

/** Says what will happen with each entry, and asks for the reason. */
export const Preview = ({ pasted, steps, effectsKey, problem }: PreviewProps) => {
  const able = steps.filter(step => !step.isRefused).length
  const label = listActions[pasted.action]
  return (
    <>
      <Panel title={`${label}: ${able} of ${steps.length}`} form isNext>
        <form method="post" action={paths.pasteList} className="form">
          {Object.entries({ ...pasted, confirmed: effectsKey }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {able > 0 && (
            <Field label="Reason" name="reason" maxLength={500} problem={problem ?? undefined} autoComplete="off" />
          )}
          <div className="buttons">
            {able > 0 && (
              <Button name="intent" value="act" look={pasted.action === 'let-in' ? 'primary' : 'danger'}>
                {`${label} (${able})`}
              </Button>
            )}
            <a className="button button-quiet" href={paths.pasteList}>
              Cancel
            </a>
          </div>
        </form>
      </Panel>
      <Steps steps={steps} title="What will happen" />
    </>
  )
}
