import { Island } from '../island-host.tsx'
import CopyTexts from '../ui/copy-text.island.tsx'
import { useTexts } from '../ui/texts.ts'

/** A button that shows a ready text, which the student copies and sends to the teacher. */
export const TellTeacher = ({ text }: { text: string }) => {
  const { tellTeacher, copyText } = useTexts('problem')
  return (
    <details className="ask">
      <summary className="button button-quiet">{tellTeacher}</summary>
      <Island of={CopyTexts} props={{ items: [{ label: copyText, text }] }} />
    </details>
  )
}
