import { Island } from '../island-host.tsx'
import OpenCourse, { type OpenCourseProps } from './open-course.island.tsx'

/** Interim page shown while the platform saves or returns the launch state. */
export const OpeningCourse = (props: OpenCourseProps) => (
  <div className="column">
    <h1>Opening your course</h1>
    <Island of={OpenCourse} props={props} eager />
  </div>
)
