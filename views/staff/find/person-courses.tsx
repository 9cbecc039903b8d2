import { calledName } from '#src/access/rules/entitlement.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { CourseAccess, PersonRecord } from '#src/staff/rules/search-result.ts'
import { findMessages } from '#src/staff/rules/staff-search.ts'
import { hrefs } from '../../paths.ts'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Rights } from '../staff-screen.ts'
import { CourseAccessPanel, joinUnique } from './course-access.tsx'
import { Teaching } from './teaching.tsx'

interface PersonCoursesProps {
  person: PersonRecord
  /** Address of the page, which the fixes post to. */
  action: string
  /** The page is the person's own, which has their name in its title. */
  isOwnPage?: boolean
  rights: Rights
}

/** A person, what they teach, and each of their courses: access, the reason for it, and possible fixes. */
export const PersonCourses = ({ person, action, isOwnPage = false, rights }: PersonCoursesProps) => {
  const { people, courses, teaches, views } = person
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
        {courses.length + teaches.length === 0 && <p>{findMessages.noCourse}</p>}
        {isOwnPage ? (
          rights.manage && <PersonalData people={people} />
        ) : (
          <p>
            <a href={hrefs.personPage(people[0]!.id)}>Page of this person</a>
          </p>
        )}
      </Panel>
      <Teaching teaches={teaches} linksSchools={rights.everywhere} />
      {courses.length > 0 && (
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
      )}
    </>
  )
}

/** Linked records may differ in name or email, and one email may belong to several records. */
const labelsOf = (people: PersonRecord['people'], e: CourseAccess['entitlement']): (string | null)[] => [
  new Set(people.map(calledName)).size > 1 ? calledName(e) : null,
  new Set(people.map(p => p.email)).size > 1 ? e.email : null,
  people.find(p => p.id === e.personId)?.mark ?? null,
]

/** Links of managers to the step that exports or erases: for each record, if the page shows several. */
const PersonalData = ({ people }: Pick<PersonRecord, 'people'>) => (
  <ul className="links">
    {people.map(p => (
      <li key={p.id}>
        <a href={hrefs.person(p.id)}>
          Personal data{people.length > 1 && ` of ${calledName(p)}, ${p.mark ?? p.school}`}: export or erase
        </a>
      </li>
    ))}
  </ul>
)

const viewsText = ({ count, colleagues }: NonNullable<PersonRecord['views']>): string =>
  count === 0
    ? 'never'
    : `${count} ${count === 1 ? 'time' : 'times'}, by ${colleagues} ${colleagues === 1 ? 'person' : 'people'}`
