import { calledName } from '#src/access/rules/entitlement.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { Fix } from '#src/staff/rules/access-status.ts'
import type { PersonRecord } from '#src/staff/rules/search-result.ts'
import { hrefs } from '../../paths.ts'
import { InOrOut, TestPerson } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Rights } from '../staff-screen.ts'
import { HeldThings } from './held-things.tsx'

type CourseAccess = PersonRecord['courses'][number]

interface PersonCoursesProps {
  person: PersonRecord
  /** Address of the page, which the fixes post to. */
  action: string
  /** The page is the person's own, which has their name in its title. */
  isOwnPage?: boolean
  rights: Rights
  problem: { token: string; text: string } | null
}

/** A person and each of their courses: access, the reason for it, and possible fixes. */
export const PersonCourses = ({ person, action, isOwnPage = false, rights, problem }: PersonCoursesProps) => {
  const { people, courses, views } = person
  // Linked records may differ in name or email, and one email may belong to several records.
  const differ = {
    names: new Set(people.map(calledName)).size > 1,
    emails: new Set(people.map(p => p.email)).size > 1,
  }
  const personLabels = (e: Entitlement): (string | null)[] => [
    differ.names ? calledName(e) : null,
    differ.emails ? e.email : null,
    people.find(p => p.id === e.personId)?.mark ?? null,
  ]
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
        {courses.map(course => (
          <Panel key={course.entitlement.token} title={courseName(course.entitlement.course)}>
            <p>
              <InOrOut isIn={course.status.isIn} /> {course.entitlement.isTest && <TestPerson />}{' '}
              <span className="soft">
                {joinUnique(
                  [
                    ...personLabels(course.entitlement),
                    course.entitlement.school.name,
                    course.entitlement.course.contextId,
                  ],
                  ' · ',
                )}
              </span>
            </p>
            <p className="lead">{course.status.why}</p>
            {course.status.more.length > 0 && (
              <ul className="bullets">
                {course.status.more.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            {rights.change && rights.everywhere && <HeldThings course={course} />}
            <Fixes
              course={course}
              action={action}
              rights={rights}
              problem={problem?.token === course.entitlement.token ? problem.text : undefined}
            />
          </Panel>
        ))}
      </div>
    </>
  )
}

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

const joinUnique = (texts: (string | null)[], between = ', '): string =>
  [...new Set(texts.filter(text => text !== null))].join(between)

const viewsText = ({ count, colleagues }: NonNullable<PersonRecord['views']>): string =>
  count === 0
    ? 'never'
    : `${count} ${count === 1 ? 'time' : 'times'}, by ${colleagues} ${colleagues === 1 ? 'person' : 'people'}`

interface FixesProps {
  course: CourseAccess
  action: string
  rights: Rights
  problem: string | undefined
}

const Fixes = ({ course: { entitlement: e, status }, action, rights, problem }: FixesProps) => (
  <>
    <ul className="links">
      {status.fixes.map(fix => {
        const link = linkOf(fix, e)
        return link && (fix.do !== 'move-code' || (rights.everywhere && rights.change)) ? (
          <li key={link.label}>
            <a href={link.to}>{link.label}</a>
          </li>
        ) : null
      })}
    </ul>
    {rights.change &&
      status.fixes
        .filter(fix => rights.everywhere || fix.do !== 'retry')
        .map(fix =>
          fix.do === 'retry' ? (
            <form key={fix.jobId} method="post" action={action}>
              <input type="hidden" name="job_id" value={fix.jobId} />
              <Button look="quiet" name="intent" value="retry">
                Try again now: {fix.title}
              </Button>
            </form>
          ) : fix.do === 'let-in' ? (
            <details key="let-in" open={problem !== undefined}>
              <summary>Let this person in without a code or payment</summary>
              <form method="post" action={action} className="form">
                <input type="hidden" name="token" value={e.token} />
                <Field label="Reason" name="reason" maxLength={500} problem={problem} autoComplete="off" />
                <div className="buttons">
                  <Button look="quiet" name="intent" value="let-in">
                    Let in
                  </Button>
                </div>
              </form>
            </details>
          ) : null,
        )}
  </>
)

type Entitlement = CourseAccess['entitlement']

/** Returns a link for a fix that another page carries out. */
const linkOf = (fix: Fix, e: Entitlement): { to: string; label: string } | null => {
  const course = e.kind === 'membership' ? hrefs.activateCourse(e.token) : hrefs.course(e.course.contextId, e.course.id)
  switch (fix.do) {
    case 'activate':
      return { to: course, label: 'Activate the course' }
    case 'extend':
      return { to: course, label: 'Change the sign-up end date' }
    case 'move-code':
      return { to: hrefs.accessCode(fix.code, e.token), label: `Move ${fix.code} here, or release it` }
    case 'take-out':
    case 'let-in':
      return { to: hrefs.token(e.token), label: 'Open this enrollment' }
    case 'retry':
      return null
    default:
      return fix satisfies never
  }
}
