import { useTexts } from '../ui/texts.ts'

/** Says that the course is open, and until when. */
export const CourseReady = ({ course, accessEnds }: { course: string; accessEnds: string }) => (
  <p>
    <span dir="auto">{course}</span> {useTexts('pay').ready(accessEnds)}
  </p>
)
