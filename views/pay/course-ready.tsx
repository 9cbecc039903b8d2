/** Says that the course is open, and until when. */
export const CourseReady = ({ course, accessEnds }: { course: string; accessEnds: string }) => (
  <p>
    <span dir="auto">{course}</span> is ready. You can use it until {accessEnds}.
  </p>
)
