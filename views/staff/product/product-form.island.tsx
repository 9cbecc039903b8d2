import { useRef, useState } from 'react'
import { canSaveProduct, UNITS } from '#src/courses/rules/product.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldsOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'

export interface ProductFormProps {
  mode: 'create' | 'update'
  code: string
  name: string
  price: string
  units: number[]
  problem: string | null
  cancel: string
}

/** Creates or updates a product. With JavaScript, the button is disabled until name and price ID are filled in. */
const ProductForm = ({ mode, code, name, price, units, problem, cancel }: ProductFormProps) => {
  const hydrated = useHydrated()
  const [typed, setTyped] = useState({ name, stripe_price_id: price })
  const form = useRef<HTMLFormElement>(null)
  const read = () => setTyped(typed => ({ ...typed, ...Object.fromEntries(fieldsOf(form.current)) }))
  useTypedBefore(read)
  return (
    <form ref={form} method="post" action={paths.manageProduct} className="form" onInput={read}>
      <Field
        label="Product Code"
        name="product_code"
        defaultValue={code}
        readOnly={mode === 'update'}
        maxLength={200}
        autoComplete="off"
      />
      <Field
        label="Stripe Price ID"
        name="stripe_price_id"
        defaultValue={price}
        problem={problem ?? undefined}
        maxLength={200}
        autoComplete="off"
      />
      <Field label="Name" name="name" defaultValue={name} maxLength={200} autoComplete="off" />
      <fieldset className="checks">
        <legend>Units for teacher</legend>
        <div className="unit-boxes">
          {UNITS.map(unit => (
            <Check key={unit} label={unit} name="units" value={unit} defaultChecked={units.includes(unit)} />
          ))}
        </div>
      </fieldset>
      <div className="buttons">
        <ActionButton
          intent={mode}
          label={mode === 'create' ? 'Create Product' : 'Update Product'}
          disabled={hydrated && !canSaveProduct(typed)}
        />
        <QuietLink href={cancel}>Cancel</QuietLink>
      </div>
    </form>
  )
}

export default island('staff/product/product-form', ProductForm)
