import type { UnitOutline } from '#src/signs/rules/content.ts'
import { hrefs } from '../paths.ts'
import { useTexts } from '../ui/texts.ts'
import type { Launch } from './launch.ts'

/** All units of the course with their lessons. */
export const CourseMap = ({ outline, launch }: { outline: UnitOutline[]; launch: Launch }) => {
  const texts = useTexts('teacher')
  return (
    <ol className="course-map">
      {outline.map(({ unit, title, lessons }) => (
        <li key={unit}>
          <h3>
            <span className="soft">{texts.unit(unit)}</span> <span lang="en">{title}</span>
          </h3>
          <ol>
            {lessons.map(({ lesson, name }) => (
              <li key={lesson}>
                <a href={hrefs.teacher(launch, { tab: 'units', unit: String(unit), lesson })}>
                  <span className="lesson-number">{lesson}</span> <span lang="en">{name}</span>
                </a>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
