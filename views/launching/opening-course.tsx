import { Island } from '../island-host.tsx'
import { useServerTexts } from '../ui/texts.ts'
import OpenCourse, { type OpenCourseProps, type WayToOpen } from './open-course.island.tsx'

/** Interim page shown while the platform saves or returns the launch state. */
export const OpeningCourse = (way: WayToOpen) => {
  const texts = useServerTexts('launch')
  const props: OpenCourseProps = { ...way, label: texts.continueTo(texts.yourCourse) }
  return (
    <div className="column">
      <h1>{texts.opening}</h1>
      <Island of={OpenCourse} props={props} eager />
    </div>
  )
}
