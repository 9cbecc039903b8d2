import { type SettingsPage, settingsOn, type TypedChoices } from '#src/courses/rules/course-settings.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { inputOf } from '../ui/form-fields.ts'

/** Props of the form that activates a course. */
export interface ActivateProps<Typed extends TypedChoices> {
  /** The page that shows the form. */
  action: string
  before: Typed
  /** As before, or what was typed and refused. */
  typed: Typed
  today: string
  /** Number of people who have access now. */
  people: number
  /** Id of the newest change when the page was loaded; a later one makes the server refuse. */
  seen: number
}

interface SettingFieldsProps extends Omit<ActivateProps<TypedChoices>, 'action' | 'before' | 'seen'> {
  on: SettingsPage
  now: TypedChoices
  /** Called after a day was cleared. Null without JavaScript. */
  onClear: (() => void) | null
}

/**
 * Settings of a course. A day may be left empty: the browser's own button to clear a date is missing on some phones.
 */
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
