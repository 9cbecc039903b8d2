import { Island } from '../island-host.tsx'
import OpenCourse, { type OpenCourseProps } from './open-course.island.tsx'

/** Shown for a blink while the platform keeps a value for us, or gives it back. */
export const OpeningCourse = (props: OpenCourseProps) => (
  <div className="column">
    <h1>Opening your course</h1>
    <Island of={OpenCourse} props={props} eager />
  </div>
)
