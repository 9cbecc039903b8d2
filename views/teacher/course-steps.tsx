import type { TeacherStep } from '#src/reports/rules/teacher-readiness.ts'
import { hrefs } from '../paths.ts'
import { useServerTexts, useTexts } from '../ui/texts.ts'

import type { Launch } from './launch.ts'

/** Steps to prepare the course. Unfolded while one is left. */
export const CourseSteps = ({ steps }: { steps: TeacherStep[] }) => {
  const texts = useTexts('teacher')
  const { ready } = useServerTexts('courseState')
  const open = steps.filter(s => !s.isDone).length
  return (
    steps.length > 0 && (
      <details className="course-steps" open={open > 0}>
        <summary>{ready(open)}</summary>
        <ul>
          {steps.map(({ isDone, text }) => (
            <li key={text} className={isDone ? 'is-done' : undefined}>
              <span className="visually-hidden">{isDone ? texts.stepDone : texts.stepOpen}</span>
              {text}
            </li>
          ))}
        </ul>
      </details>
    )
  )
}

/** One line on the other tabs, while a step is left. It leads to the list. */
export const StepsLeft = ({ steps, launch }: { steps: TeacherStep[]; launch: Launch }) => {
  const { ready } = useServerTexts('courseState')
  const open = steps.filter(s => !s.isDone).length
  return (
    open > 0 && (
      <p className="course-steps">
        <a href={hrefs.teacher(launch, { tab: 'signs' })}>{ready(open)}</a>
      </p>
    )
  )
}
