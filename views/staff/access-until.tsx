import { shortDate } from '#src/core/rules/business-day.ts'
import { accessEnd, describeAccessEnd } from '#src/courses/rules/access-end.ts'
import type { StaffCourse } from '#src/courses/rules/activation.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

/** Hint of 'Access until': `people` have access now, and a change moves their date too. */
export const accessUntilHint = (people: number): string => {
  if (people === 0) return 'Nobody has access yet. Leave empty for the usual date.'
  const moved = people === 1 ? 'one person who has' : `${people.toLocaleString('en-US')} people who have`
  return `A change also moves the date of the ${moved} access now. Leave empty for the usual date.`
}

/** The fact 'Access ends' of a course: the date for a student who gets access now, and why. */
export const accessEndFact = (
  course: StaffCourse,
  { now, timezone }: { now: Date; timezone: string },
): [string, string] => [
  'Access ends',
  describeAccessEnd(accessEnd(course, course.school, now), day => shortDate(day, timezone)),
]

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
