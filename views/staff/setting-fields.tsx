import { type SettingsPage, settingsOn, type TypedChoices } from '#src/courses/rules/course-settings.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { inputOf } from '../ui/form-fields.ts'

interface SettingsProps {
  /** Activate page that shows them. */
  on: SettingsPage
  typed: TypedChoices
}

/** Settings of a course that staff turn on and off. */
export const SettingSwitches = ({ on, typed }: SettingsProps) =>
  settingsOn(on).map(
    ([name, { kind, field, label }]) =>
      kind === 'switch' && (
        <Check key={name} label={label} name={field} value="yes" defaultChecked={typed[name] === true} />
      ),
  )

interface DaysProps extends SettingsProps {
  /** The values now, as `typed` only says what the page began with. */
  now: TypedChoices
  today: string
  /** Number of people who have access now. */
  people: number
  /** Called after a day was cleared. Null without JavaScript. */
  onClear: (() => void) | null
}

/** Days of a course, which staff may leave empty. The browser's own button to clear a date is missing on some phones. */
export const SettingDays = ({ on, typed, now, today, people, onClear }: DaysProps) =>
  settingsOn(on).map(
    ([name, { kind, field, label, hint }]) =>
      kind === 'day' && (
        <div key={name} className="row">
          <Field
            label={label}
            hint={hint?.(people)}
            name={field}
            type="date"
            min={today}
            defaultValue={String(typed[name])}
          />
          {onClear && now[name] !== '' && (
            <Button
              look="quiet"
              type="button"
              onClick={({ currentTarget }) => {
                const date = inputOf(currentTarget.form, field)
                if (date) date.value = ''
                onClear()
              }}
            >
              Clear date
            </Button>
          )}
        </div>
      ),
  )
