import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

interface ClearableDateProps {
  label: string
  hint: string
  name: string
  min: string
  defaultValue: string
  problem?: string | undefined
  /** Null without JavaScript, or while the field is empty. */
  onClear: (() => void) | null
}

/** A day that staff may leave empty. The browser's own button to clear a date is missing on some phones. */
export const ClearableDate = ({ onClear, ...field }: ClearableDateProps) => (
  <div className="row">
    <Field {...field} type="date" />
    {onClear && (
      <Button look="quiet" type="button" onClick={onClear}>
        Clear date
      </Button>
    )}
  </div>
)
