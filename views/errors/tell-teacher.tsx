import { Island } from '../island-host.tsx'
import { useTexts } from '../ui/texts.ts'
import CopyText from './copy-text.island.tsx'

/** A button that shows a ready text, which the student copies and sends to the teacher. */
export const TellTeacher = ({ text }: { text: string }) => (
  <details className="ask">
    <summary className="button button-quiet">{useTexts('problem').tellTeacher}</summary>
    <Island of={CopyText} props={{ text }} />
  </details>
)
