import { consumerRefusals } from '#src/schools/rules/consumer.ts'
import { hrefs, paths } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { ConsumerPage } from './screen.tsx'

/** Creates a school; shown when no school has the key. */
export const CreateForm = ({ data: { key, byName, rights } }: { data: ConsumerPage }) => {
  const { fields, problems } = usePosted('create')
  return (
    <Panel title={consumerRefusals.consumer_not_found.message} form>
      {byName && (
        <Notice tone="plain">
          <span>
            Another school has this name: <a href={hrefs.consumer(byName.key)}>{byName.key}</a>.
          </span>
        </Notice>
      )}
      {rights.manage ? (
        <form method="post" action={paths.manageConsumer} className="form">
          <Field label="Key" name="key" defaultValue={key} problem={problems.key} maxLength={200} autoComplete="off" />
          <Field
            label="Name"
            name="name"
            defaultValue={fields.name}
            problem={problems.name}
            maxLength={200}
            autoComplete="off"
            autoFocus
          />
          <Button name="intent" value="create">
            Create
          </Button>
        </form>
      ) : (
        <p>Ask a manager to create this school.</p>
      )}
    </Panel>
  )
}
