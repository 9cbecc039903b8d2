import { MOST_CODES } from '#src/access/rules/code-batches.ts'
import { productLabel } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { paths } from '../../paths.ts'
import type { Fields } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, usePosted } from '../../ui/office-page.tsx'
import { NoteOfOrder, SchoolOfOrder } from './order.tsx'

interface MakeFormProps {
  choices: Product[]
  /** Schools that the codes may be for. */
  schools: { value: string; label: string }[]
  /** The one to begin with; empty for none. */
  school: string
  today: string
}

/** The form before somebody typed in it. */
export const BLANK: Fields = {
  product_code: '',
  count: '10',
  max_usage: '1',
  expires_at: '',
  note: '',
  code: '',
  school: '',
}

/** Makes random codes, or one chosen code. */
export const MakeForm = ({ choices, schools, school, today }: MakeFormProps) => {
  const { fields, problems } = usePosted('make')
  const typed: Fields = { ...BLANK, school, ...fields }
  return (
    <Panel title="New codes" form>
      <form method="post" action={paths.codes} className="form" noValidate>
        <Select
          label="Product"
          name="product_code"
          value={typed.product_code ?? ''}
          options={[
            { value: '', label: 'Choose' },
            ...choices.map(p => ({ value: p.productCode, label: productLabel(p) })),
          ]}
          problem={problems.product_code}
          required
        />
        <SchoolOfOrder schools={schools} typed={typed} problem={problems.school} />
        <div className="row">
          <Field
            label="How many"
            name="count"
            type="number"
            min={1}
            max={MOST_CODES}
            defaultValue={typed.count}
            problem={problems.count}
            required
          />
          <Field
            label="Uses per code"
            hint="For a class of 30, enter 30"
            name="max_usage"
            type="number"
            min={1}
            max={10000}
            defaultValue={typed.max_usage}
            problem={problems.max_usage}
            required
          />
        </div>
        <Field
          label="Good until"
          hint="Leave empty for no end date"
          name="expires_at"
          type="date"
          min={today}
          defaultValue={typed.expires_at}
          problem={problems.expires_at}
        />
        <NoteOfOrder typed={typed} problem={problems.note} />
        <Field
          label="Your own code"
          hint="One code that is easy to say, like LINCOLN-2027. Leave empty for random codes."
          name="code"
          defaultValue={typed.code}
          problem={problems.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="buttons">
          <ActionButton intent="make" label="Make codes" />
        </div>
      </form>
    </Panel>
  )
}
