import { useRef, useState } from 'react'
import { keepOneAccessMethod } from '#src/courses/rules/activation.ts'
import { type ConsumerSettings, consumerChanged } from '#src/schools/rules/consumer.ts'
import { switchesTicked } from '#src/schools/rules/school.ts'
import { island } from '../../island.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { inputIn, inputOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'
import { SwitchFields } from '../switch-fields.tsx'

interface ConsumerFormProps {
  consumerKey: string
  before: ConsumerSettings
  typed: ConsumerSettings
  problem: string | null
}

/** Settings of a school. Turning off the last way to join turns it back on; Update stays disabled until a change. */
const ConsumerForm = ({ consumerKey, before, typed, problem }: ConsumerFormProps) => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [now, setNow] = useState(typed)
  const box = (name: string) => inputOf(form.current, name)
  const read = (turned: string) => {
    const given: ConsumerSettings = {
      ...switchesTicked(field => box(field)?.checked ?? false),
      emailDomain: box('email_domain')?.value ?? '',
    }
    const kept = keepOneAccessMethod(given, turned === 'accepts_payment' ? 'acceptsPayment' : 'acceptsAccessCode')
    const last = kept === given ? null : box(turned)
    if (last) last.checked = true
    setNow(kept)
  }
  useTypedBefore(() => read('accepts_access_code'))
  return (
    <form
      ref={form}
      method="post"
      action={hrefs.consumer(consumerKey)}
      className="form"
      onInput={event => read(inputIn(event)?.name ?? '')}
    >
      <input type="hidden" name="key" value={consumerKey} />
      <SwitchFields of={typed} />
      <Field
        label="Email domain"
        hint="For example school.edu. People who join by link need this domain. Leave empty for any."
        name="email_domain"
        defaultValue={typed.emailDomain}
        problem={problem ?? undefined}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
      />
      <Button name="intent" value="update" disabled={hydrated && !consumerChanged(before, now)}>
        Update
      </Button>
    </form>
  )
}

export default island('staff/consumer/consumer-form', ConsumerForm)
