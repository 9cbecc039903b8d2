import { type TeacherStep, teacherReadyTitle } from '#src/reports/rules/teacher-readiness.ts'

/** Steps to prepare the course. Unfolded while one is left. */
export const CourseSteps = ({ steps }: { steps: TeacherStep[] }) =>
  steps.length > 0 && (
    <details className="course-steps" open={steps.some(s => !s.isDone)}>
      <summary>{teacherReadyTitle(steps)}</summary>
      <ul>
        {steps.map(({ isDone, text }) => (
          <li key={text} className={isDone ? 'is-done' : undefined}>
            <span className="visually-hidden">{isDone ? 'Done: ' : 'Open: '}</span>
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
