import { useRef, useState } from 'react'
import type { Problems } from '#src/core/rules/form.ts'
import { keepOneAccessMethod } from '#src/courses/rules/activation.ts'
import { settingsChanged, switchesTicked, type TypedSettings } from '#src/schools/rules/school.ts'
import { island } from '../../island.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { inputIn, inputOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'
import { SwitchFields } from '../setting-fields.tsx'

interface SettingsFormProps {
  /** Address of the page, which the form posts to. */
  action: string
  before: TypedSettings
  typed: TypedSettings
  problems: Problems
}

/** Settings of a school. The last way to join cannot be turned off. Update stays disabled until a change. */
const SettingsForm = ({ action, before, typed, problems }: SettingsFormProps) => {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [now, setNow] = useState(typed)
  const box = (name: string) => inputOf(form.current, name)
  const tick = (boxes: Record<string, boolean>) => {
    for (const [name, isOn] of Object.entries(boxes)) {
      const found = box(name)
      if (found) found.checked = isOn
    }
  }
  const read = (turned: string) => {
    if (turned === 'is_k12' && box('is_k12')?.checked) tick({ accepts_payment: false, accepts_access_code: true })
    const given: TypedSettings = {
      ...switchesTicked(field => box(field)?.checked ?? false),
      name: box('name')?.value ?? '',
      emailDomain: box('email_domain')?.value ?? '',
    }
    const kept = keepOneAccessMethod(given, turned === 'accepts_payment' ? 'acceptsPayment' : 'acceptsAccessCode')
    const last = kept === given ? null : box(turned)
    if (last) last.checked = true
    setNow(kept)
  }
  useTypedBefore(() => read('accepts_access_code'))
  return (
    <form ref={form} method="post" action={action} className="form" onInput={event => read(inputIn(event)?.name ?? '')}>
      <Field
        label="Name"
        hint="Students and teachers see it on pages and in mail."
        name="name"
        defaultValue={typed.name}
        problem={problems.name}
        autoComplete="off"
        maxLength={200}
      />
      <SwitchFields of={typed} />
      <Field
        label="Email domain"
        hint="For example school.edu. People who join by link need this domain. Leave empty for any."
        name="email_domain"
        defaultValue={typed.emailDomain}
        problem={problems.email_domain}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
      />
      <ActionButton intent="update" label="Update" disabled={hydrated && !settingsChanged(before, now)} />
    </form>
  )
}

export default island('staff/school/settings-form', SettingsForm)
