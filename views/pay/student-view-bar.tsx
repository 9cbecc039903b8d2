import { studentViewMessages } from '#src/access/rules/student-view.ts'
import { Notice } from '../ui/notice.tsx'

/** Bar for a teacher or tester who looks at the student's page. */
export const StudentViewBar = ({ note }: { note: string | null }) =>
  note && (
    <Notice tone="plain">
      <p>
        <strong>{studentViewMessages.title}</strong> {note}
      </p>
    </Notice>
  )
