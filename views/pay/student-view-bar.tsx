import type { StudentViewNote } from '#src/access/rules/student-view.ts'
import { Notice } from '../ui/notice.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** Bar for a teacher or tester who looks at the student's page. */
export const StudentViewBar = ({ note }: { note: StudentViewNote | null }) => {
  const texts = useServerTexts('sentences').studentView
  return (
    note && (
      <Notice tone="plain">
        <p>
          <strong>{texts.title}</strong> {texts[note]}
        </p>
      </Notice>
    )
  )
}
