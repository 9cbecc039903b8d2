import { calledName } from '#src/access/rules/entitlement.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { SearchResult } from '#src/staff/rules/search-result.ts'
import type { Rights } from '../staff-screen.ts'
import { CourseAccessPanel } from './course-access.tsx'

interface StuckPeopleProps {
  found: Pick<SearchResult, 'stuck' | 'people'>
  /** Address of the page, which the fixes post to. */
  action: string
  rights: Rights
}

/** The few people who were found and have no access, each with the usual fix. */
export const StuckPeople = ({ found: { stuck, people }, ...panel }: StuckPeopleProps) =>
  stuck.length > 0 && (
    <div className="person-courses">
      {stuck.map(course => {
        const e = course.entitlement
        return (
          <CourseAccessPanel
            key={e.token}
            course={course}
            title={`${calledName(e)}, ${courseName(e.course)}`}
            labels={[e.email, people.find(p => p.id === e.personId)?.mark ?? null]}
            {...panel}
          />
        )
      })}
    </div>
  )
