import { useRef, useState } from 'react'
import { type CourseSettings, keepOneAccessMethod, settingsChanged, settingsOf } from '#src/courses/rules/activation.ts'
import { island } from '../../island.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { fieldsOf, inputIn, inputOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'
import { type ActivateProps, SettingFields } from '../setting-fields.tsx'

export interface CourseFormProps extends ActivateProps<CourseSettings> {
  courseId: number
  school: string
  choices: { id: number; label: string }[]
  askConfirm: boolean
  /** Allows changing the ways to join, which apply to all courses of the school. */
  canChangeSchool: boolean
}

/** Settings of a 1.1 course. With JavaScript, Change needs a change, and the last way to join cannot be turned off. */
const CourseForm = (given: CourseFormProps) => {
  const { before, typed } = given
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const [now, setNow] = useState(typed)
  const read = (turned = 'accepts_access_code') => {
    const next = settingsOf(allOf(form.current))
    const kept = keepOneAccessMethod(next, turned === 'accepts_payment' ? 'acceptsPayment' : 'acceptsAccessCode')
    const last = kept === next ? null : inputOf(form.current, turned)
    if (last) last.checked = true
    setNow(kept)
  }
  useTypedBefore(() => read())
  return (
    <form
      ref={form}
      method="post"
      action={given.action}
      className="form"
      onChange={event => read(inputIn(event)?.name)}
    >
      <input type="hidden" name="lti_course_id" value={given.courseId} />
      <input type="hidden" name="seen" value={given.seen} />
      {before.acceptsPayment && <input type="hidden" name="shown_accepts_payment" value="yes" />}
      {before.acceptsAccessCode && <input type="hidden" name="shown_accepts_access_code" value="yes" />}
      {!given.canChangeSchool && before.acceptsPayment && <input type="hidden" name="accepts_payment" value="yes" />}
      {!given.canChangeSchool && before.acceptsAccessCode && (
        <input type="hidden" name="accepts_access_code" value="yes" />
      )}
      <fieldset className="checks">
        <legend>Products</legend>
        {given.choices.map(({ id, label }) => (
          <Check key={id} label={label} name="product_ids" value={id} defaultChecked={typed.productIds.includes(id)} />
        ))}
      </fieldset>
      <fieldset className="checks" disabled={!given.canChangeSchool}>
        <legend>Students can use</legend>
        <p className="hint">
          Applies to every course of {given.school}.{' '}
          {given.canChangeSchool ? 'Keep at least one on.' : 'Ask a manager to change this.'}
        </p>
        <Check label="Card payment" name="accepts_payment" value="yes" defaultChecked={typed.acceptsPayment} />
        <Check label="Access code" name="accepts_access_code" value="yes" defaultChecked={typed.acceptsAccessCode} />
      </fieldset>
      <SettingFields on="1.1" {...given} now={now} onClear={hydrated ? () => read() : null} />
      {given.askConfirm && <Check label="Yes, close this course" name="confirm" value="yes" />}
      <ActionButton intent="change" label="Change" disabled={hydrated && !settingsChanged(before, now)} />
    </form>
  )
}

const allOf = (form: HTMLFormElement | null): Record<string, string[]> => {
  const all: Record<string, string[]> = {}
  for (const [name, value] of fieldsOf(form)) all[name] = [...(all[name] ?? []), value]
  return all
}

export default island('staff/course/course-form', CourseForm)
