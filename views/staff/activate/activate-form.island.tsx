import { useRef, useState } from 'react'
import { canActivate } from '#src/courses/rules/activation.ts'
import { island } from '../../island.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Select } from '../../ui/select.tsx'
import { useTypedBefore } from '../../ui/typed-before.ts'

interface ActivateFormProps {
  token: string
  current: string | null
  /** Choices to show again after a refused change. */
  typed: { product: string; coupon: boolean } | null
  /** Id of the newest change when the page was loaded; a later one makes the server refuse. */
  seen: number
  choices: { value: string; label: string }[]
}

/** Sets the product of a 1.3 course. With JavaScript, Change needs another product or the test coupon box. */
const ActivateForm = ({ token, current, typed, seen, choices }: ActivateFormProps) => {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState(typed?.product ?? current ?? '')
  const [coupon, setCoupon] = useState(typed?.coupon ?? false)
  const form = useRef<HTMLFormElement>(null)
  useTypedBefore(() => {
    const fields = new FormData(form.current ?? undefined)
    setChosen(String(fields.get('product_code') ?? ''))
    setCoupon(fields.has('create_coupon'))
  })
  return (
    <form ref={form} method="post" action={hrefs.activateCourse(token)} className="form">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="seen" value={seen} />
      <Select
        label="Product"
        name="product_code"
        value={typed?.product ?? current ?? ''}
        options={[{ value: '', label: 'Choose a product' }, ...choices]}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      <Check
        label="Create Test Coupon"
        hint="Works once, for 30 days, in this course only"
        name="create_coupon"
        value="yes"
        defaultChecked={typed?.coupon}
        onChange={event => setCoupon(event.currentTarget.checked)}
      />
      <Button name="intent" value="change" disabled={hydrated && !canActivate(current, chosen, coupon)}>
        Change
      </Button>
    </form>
  )
}

export default island('staff/activate/activate-form', ActivateForm)
