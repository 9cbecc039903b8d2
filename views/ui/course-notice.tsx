import type { TeacherNotice } from '#src/courses/rules/teacher-notice.ts'
import { Notice } from './notice.tsx'

/** Tells a teacher that students cannot enter the course, what they see, and what to do. */
export const CourseNotice = ({ notice }: { notice: TeacherNotice | null }) =>
  notice && (
    <Notice tone={notice.tone}>
      <div className="course-notice">
        <p>
          <strong>{notice.what}</strong>
        </p>
        <p>{notice.students}</p>
        <p>{notice.nextStep}</p>
      </div>
    </Notice>
  )
