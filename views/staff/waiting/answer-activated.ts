import { waitingMessages } from '#src/courses/rules/waiting-courses.ts'
import { type Done, done, type Refusal, refused } from '../../answer.ts'
import type { LocalPath } from '../../screen.ts'

interface Activated {
  activated: { name: string }[]
  /** Courses that a colleague changed since the page was shown. */
  late: string[]
}

/** Answers an activation of waiting courses. Those that were late are refused, whatever became of the others. */
export const answerActivated = (to: LocalPath, { activated, late }: Activated): Done | Refusal => {
  const text = waitingMessages.result(
    activated.map(({ name }) => name),
    late,
  )
  return late.length > 0 ? refused('course_changed', { message: text }, 409) : done(to, text)
}
