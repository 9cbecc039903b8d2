import { useState } from 'react'
import { canActivate } from '#src/domain/activation.ts'
import { island } from '../../island.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Select } from '../../ui/select.tsx'

export interface ActivateFormProps {
  token: string
  current: string | null
  choices: { value: string; label: string }[]
}

/** The product of a 1.3 course. Hydrated, Change waits for another product or for the box (rules.md E2). */
const ActivateForm = ({ token, current, choices }: ActivateFormProps) => {
  const hydrated = useHydrated()
  const [chosen, choose] = useState(current ?? '')
  const [coupon, setCoupon] = useState(false)
  return (
    <form method="post" action={hrefs.activateCourse(token)} className="form">
      <input type="hidden" name="token" value={token} />
      <Select
        label="Product"
        name="product_code"
        value={current ?? ''}
        options={[{ value: '', label: 'Choose a product' }, ...choices]}
        onChange={event => choose(event.currentTarget.value)}
      />
      <Check
        label="Create Test Coupon"
        hint="One use, 30 days, good in this course only"
        name="create_coupon"
        value="yes"
        onChange={event => setCoupon(event.currentTarget.checked)}
      />
      <Button name="intent" value="change" disabled={hydrated && !canActivate(current, chosen, coupon)}>
        Change
      </Button>
    </form>
  )
}

export default island('staff/activate/activate-form', ActivateForm)
