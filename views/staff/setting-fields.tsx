import { type SettingsPage, settingsOn, type TypedChoices } from '#src/courses/rules/course-settings.ts'
import { type SchoolSwitches, switchFields } from '#src/schools/rules/school.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { inputOf } from '../ui/form-fields.ts'

interface SettingFieldsProps {
  on: SettingsPage
  typed: TypedChoices
  now: TypedChoices
  today: string
  /** Number of people who have access now. */
  people: number
  /** Called after a day was cleared. Null without JavaScript. */
  onClear: (() => void) | null
}

/** Settings of a course. Days have a button to clear them, which the browser's own field lacks on some phones. */
export const SettingFields = ({ on, typed, now, today, people, onClear }: SettingFieldsProps) =>
  settingsOn(on).map(({ name, kind, field, label, hint }) => {
    if (kind === 'switch')
      return <Check key={name} label={label} name={field} value="yes" defaultChecked={typed[name] === true} />
    const clear = (form: HTMLFormElement | null) => {
      const date = inputOf(form, field)
      if (date) date.value = ''
      onClear?.()
    }
    const attributes = { name: field, min: today, defaultValue: String(typed[name] ?? '') }
    return (
      <div key={name} className="row">
        <Field label={label} hint={hint?.(people)} type="date" {...attributes} />
        {onClear && now[name] !== '' && (
          <Button look="quiet" type="button" onClick={event => clear(event.currentTarget.form)}>
            Clear date
          </Button>
        )}
      </div>
    )
  })

export const SwitchFields = ({ of }: { of: SchoolSwitches }) => {
  const box = (name: keyof SchoolSwitches) => ({
    name: switchFields[name],
    value: 'yes',
    defaultChecked: of[name],
  })
  return (
    <>
      <Check
        label="K-12 school"
        hint="Hides the help chat and phone numbers. Usually takes access codes only."
        {...box('isK12')}
      />
      <fieldset className="checks">
        <legend>Students can use</legend>
        <Check label="Card payment" {...box('acceptsPayment')} />
        <Check label="Access code" {...box('acceptsAccessCode')} />
      </fieldset>
      <Check
        label="Yearly access"
        hint="Access lasts one year, or until the course ends if that is later."
        {...box('yearlyAccess')}
      />
      <Check label="Send grades to the LMS" {...box('passesGrades')} />
      <Check
        label="Add a grade column for each unit link (LTI 1.3)"
        hint="For links that teachers place from now on. Otherwise a course gets one column."
        {...box('addsUnitColumns')}
      />
    </>
  )
}
