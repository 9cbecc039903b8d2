import type { ReactNode } from 'react'
import type { TeacherNotice } from '#src/courses/texts/teacher-notice.ts'

/** Notice in the page. Only problems are announced to screen readers at once. */
export const Notice = ({ tone, children }: { tone: 'problem' | 'good' | 'plain'; children: ReactNode }) => (
  <div className={`notice notice-${tone}`} role={tone === 'problem' ? 'alert' : undefined}>
    {children}
  </div>
)

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
