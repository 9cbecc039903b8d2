import { type TeacherStep, teacherReadyTitle } from '#src/reports/rules/teacher-readiness.ts'

/** How far the course is: open while a step is open. */
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
