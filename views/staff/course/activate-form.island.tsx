import { useRef, useState } from 'react'
import { canActivate, type ProductChoice, productChoiceOf } from '#src/courses/rules/activation.ts'
import { island } from '../../island.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { fieldsOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'
import { type ActivateProps, SettingFields } from '../setting-fields.tsx'

export interface ActivateFormProps extends ActivateProps<ProductChoice> {
  token: string
  choices: { value: string; label: string }[]
}

/** Sets product and settings of a 1.3 course. With JavaScript, Change needs a change or the test coupon box. */
const ActivateForm = (given: ActivateFormProps) => {
  const { token, before, typed } = given
  const hydrated = useHydrated()
  const [now, setNow] = useState(typed)
  const form = useRef<HTMLFormElement>(null)
  const read = () => setNow(productChoiceOf(Object.fromEntries(fieldsOf(form.current))))
  useTypedBefore(read)
  return (
    <form ref={form} method="post" action={given.action} className="form" onChange={read}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="seen" value={given.seen} />
      <Select
        label="Product"
        name="product_code"
        value={typed.product}
        empty="Choose a product"
        options={given.choices}
      />
      <SettingFields on="1.3" {...given} now={now} onClear={hydrated ? read : null} />
      <Check
        label="Create Test Coupon"
        hint="Works once, for 30 days, in this course only"
        name="create_coupon"
        value="yes"
        defaultChecked={typed.createCoupon}
      />
      <ActionButton intent="change" label="Change" disabled={hydrated && !canActivate(before, now)} />
    </form>
  )
}

export default island('staff/course/activate-form', ActivateForm)
