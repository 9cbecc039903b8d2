import { useRef, useState } from 'react'
import { type CourseSettings, canChange, keepOneAccessMethod, settingsOf } from '#src/courses/rules/activation.ts'
import { type SettingsPage, settingsOn } from '#src/courses/rules/course-settings.ts'
import { island } from '../../island.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldsOf, inputIn, inputOf } from '../../ui/form-fields.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'

export interface CourseFormProps {
  /** The page that shows the form. */
  action: string
  courseId: number
  version: SettingsPage
  school: string
  /** Products to choose from, by `productValue`. */
  choices: { value: string; label: string }[]
  before: CourseSettings
  /** As before, or what was typed and refused. */
  typed: CourseSettings
  askConfirm: boolean
  /** Allows changing the ways to join, which apply to all courses of the school. */
  canChangeSchool: boolean
  today: string
  /** Number of people who have access now. */
  people: number
  /** Id of the newest change when the page was loaded; a later one makes the server refuse. */
  seen: number
}

/** Settings of a course. With JavaScript, Change needs a change, and the last way to join cannot be turned off. */
const CourseForm = (given: CourseFormProps) => {
  const { version, before, typed } = given
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const [now, setNow] = useState(typed)
  const read = (turned = 'accepts_access_code') => {
    const next = settingsOf(version, allOf(form.current))
    if (version === '1.3') return setNow(next)
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
      {version === '1.3' ? (
        <Select
          label="Product"
          name="product_code"
          value={typed.products[0] ?? ''}
          empty="Choose a product"
          options={given.choices}
        />
      ) : (
        <>
          <fieldset className="checks">
            <legend>Products</legend>
            {given.choices.map(({ value, label }) => (
              <Check
                key={value}
                label={label}
                name="product_ids"
                value={value}
                defaultChecked={typed.products.includes(value)}
              />
            ))}
          </fieldset>
          <WaysToJoin {...given} />
        </>
      )}
      <SettingFields {...given} now={now} onClear={hydrated ? () => read() : null} />
      {version === '1.3' && (
        <Check
          label="Create Test Coupon"
          hint="Works once, for 30 days, in this course only"
          name="create_coupon"
          value="yes"
          defaultChecked={typed.createCoupon}
        />
      )}
      {given.askConfirm && <Check label="Yes, close this course" name="confirm" value="yes" />}
      <ActionButton intent="change" label="Change" disabled={hydrated && !canChange(version, before, now)} />
    </form>
  )
}

/** The ways to join of the school, and hidden fields with what was shown, so that an untouched way stays as it is then. */
const WaysToJoin = ({ before, typed, school, canChangeSchool }: CourseFormProps) => (
  <>
    {before.acceptsPayment && <input type="hidden" name="shown_accepts_payment" value="yes" />}
    {before.acceptsAccessCode && <input type="hidden" name="shown_accepts_access_code" value="yes" />}
    {!canChangeSchool && before.acceptsPayment && <input type="hidden" name="accepts_payment" value="yes" />}
    {!canChangeSchool && before.acceptsAccessCode && <input type="hidden" name="accepts_access_code" value="yes" />}
    <fieldset className="checks" disabled={!canChangeSchool}>
      <legend>Students can use</legend>
      <p className="hint">
        Applies to every course of {school}.{' '}
        {canChangeSchool ? 'Keep at least one on.' : 'Ask a manager to change this.'}
      </p>
      <Check label="Card payment" name="accepts_payment" value="yes" defaultChecked={typed.acceptsPayment} />
      <Check label="Access code" name="accepts_access_code" value="yes" defaultChecked={typed.acceptsAccessCode} />
    </fieldset>
  </>
)

interface SettingFieldsProps extends Pick<CourseFormProps, 'version' | 'typed' | 'today' | 'people'> {
  now: CourseSettings
  /** Called after a day was cleared. Null without JavaScript. */
  onClear: (() => void) | null
}

/** Days and switches. Days have a button to clear them, which the browser's own field lacks on some phones. */
const SettingFields = ({ version, typed, now, today, people, onClear }: SettingFieldsProps) =>
  settingsOn(version).map(({ name, kind, field, label, hint }) => {
    if (kind === 'switch')
      return <Check key={name} label={label} name={field} value="yes" defaultChecked={typed[name] === true} />
    const day = String(typed[name] ?? '')
    return (
      <div key={name} className="row">
        <Field label={label} hint={hint?.(people)} name={field} type="date" min={today} defaultValue={day} />
        {onClear && now[name] !== '' && (
          <Button
            look="quiet"
            type="button"
            onClick={event => {
              const date = inputOf(event.currentTarget.form, field)
              if (date) date.value = ''
              onClear()
            }}
          >
            Clear date
          </Button>
        )}
      </div>
    )
  })

const allOf = (form: HTMLFormElement | null): Record<string, string[]> => {
  const all: Record<string, string[]> = {}
  for (const [name, value] of fieldsOf(form)) all[name] = [...(all[name] ?? []), value]
  return all
}

export default island('staff/course/course-form', CourseForm)
