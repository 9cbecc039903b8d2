import { MOST_CODES } from '#src/access/rules/code-batches.ts'
import { productLabel } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, usePosted } from '../../ui/office-page.tsx'
import { NoteOfOrder, SchoolOfOrder } from './order.tsx'

interface MakeFormProps {
  choices: Product[]
  schools: { value: string; label: string }[]
  /** The one to begin with; empty for none. */
  school: string
  today: string
}

/** Makes random codes, or one chosen code. */
export const MakeForm = ({ choices, schools, school, today }: MakeFormProps) => {
  const sent = usePosted('make')
  return (
    <Panel title="New codes" form>
      <form method="post" action={paths.codes} className="form" noValidate>
        <Select
          label="Product"
          name="product_code"
          sent={sent}
          value=""
          empty="Choose"
          options={choices.map(p => ({ value: p.productCode, label: productLabel(p) }))}
          required
        />
        <SchoolOfOrder schools={schools} sent={sent} value={school} />
        <div className="row">
          <Field
            label="How many"
            name="count"
            type="number"
            min={1}
            max={MOST_CODES}
            sent={sent}
            defaultValue="10"
            required
          />
          <Field
            label="Uses per code"
            hint="For a class of 30, enter 30"
            name="max_usage"
            type="number"
            min={1}
            max={10000}
            sent={sent}
            defaultValue="1"
            required
          />
        </div>
        <Field
          label="Good until"
          hint="Leave empty for no end date"
          name="expires_at"
          type="date"
          min={today}
          sent={sent}
        />
        <NoteOfOrder sent={sent} />
        <Field
          label="Your own code"
          hint="One code that is easy to say, like LINCOLN-2027. Leave empty for random codes."
          name="code"
          sent={sent}
          autoCapitalize="characters"
          spellCheck={false}
        />
        <ActionButton intent="make" label="Make codes" />
      </form>
    </Panel>
  )
}
