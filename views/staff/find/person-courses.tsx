import { calledName } from '#src/access/rules/entitlement.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { CourseAccess, PersonRecord } from '#src/staff/rules/search-result.ts'
import { hrefs } from '../../paths.ts'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Rights } from '../staff-screen.ts'
import { CourseAccessPanel, joinUnique } from './course-access.tsx'

interface PersonCoursesProps {
  person: PersonRecord
  /** Address of the page, which the fixes post to. */
  action: string
  /** The page is the person's own, which has their name in its title. */
  isOwnPage?: boolean
  rights: Rights
}

/** A person and each of their courses: access, the reason for it, and possible fixes. */
export const PersonCourses = ({ person, action, isOwnPage = false, rights }: PersonCoursesProps) => {
  const { people, courses, views } = person
  return (
    <>
      <Panel
        id="person"
        isNext={!isOwnPage}
        title={isOwnPage ? 'Who it is' : joinUnique(people.map(p => p.name)) || calledName(people[0]!)}
      >
        <Facts
          of={[
            ['Email', joinUnique(people.map(p => p.email)) || 'not shared by the LMS'],
            ['Schools', joinUnique(people.map(p => p.school))],
            ['Viewed by staff', views && viewsText(views)],
          ]}
        />
        <PersonLinks id={people[0]!.id} isOwnPage={isOwnPage} canManage={rights.manage} />
      </Panel>
      <div className="person-courses">
        {courses.map((course, at) => (
          <CourseAccessPanel
            key={course.entitlement.token}
            course={course}
            title={courseName(course.entitlement.course)}
            isNext={isOwnPage && at === 0}
            labels={labelsOf(people, course.entitlement)}
            action={action}
            rights={rights}
          />
        ))}
      </div>
    </>
  )
}

/** Linked records may differ in name or email, and one email may belong to several records. */
const labelsOf = (people: PersonRecord['people'], e: CourseAccess['entitlement']): (string | null)[] => [
  new Set(people.map(calledName)).size > 1 ? calledName(e) : null,
  new Set(people.map(p => p.email)).size > 1 ? e.email : null,
  people.find(p => p.id === e.personId)?.mark ?? null,
]

const PersonLinks = ({ id, isOwnPage, canManage }: { id: number; isOwnPage: boolean; canManage: boolean }) => (
  <ul className="links">
    {!isOwnPage && (
      <li>
        <a href={hrefs.personPage(id)}>Page of this person</a>
      </li>
    )}
    {canManage && (
      <li>
        <a href={hrefs.person(id)}>Personal data: export or erase</a>
      </li>
    )}
  </ul>
)

const viewsText = ({ count, colleagues }: NonNullable<PersonRecord['views']>): string =>
  count === 0
    ? 'never'
    : `${count} ${count === 1 ? 'time' : 'times'}, by ${colleagues} ${colleagues === 1 ? 'person' : 'people'}`
