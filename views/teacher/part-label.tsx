import type { LessonPart } from '#src/signs/rules/lesson-parts.ts'
import { useTexts } from '../ui/texts.ts'

/** The label of a part of a lesson, in the language of the page if most lessons have it. */
export const PartLabel = ({ label, known }: Pick<LessonPart, 'label' | 'known'>) => {
  const { parts } = useTexts('teacher')
  return known ? parts[known] : <span lang="en">{label}</span>
}
