import { calledName } from '#src/access/rules/entitlement.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { findMessages } from '#src/desk/rules/search.ts'
import type { CourseAccess, PersonRecord, TaughtCourse } from '#src/desk/rules/search-results.ts'
import type { TimelineEvent } from '#src/desk/rules/timeline.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, Facts, InOrOut, TestPerson } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { unitsSeen } from '../courses.tsx'
import { TimeZoneNote } from '../history.tsx'
import { TwoLines } from '../list/list-panel.tsx'
import type { Rights } from '../staff-screen.ts'
import { Fixes } from './fixes.tsx'

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

interface CourseAccessPanelProps {
  course: CourseAccess
  title: string
  /** The page was opened for it. */
  isNext?: boolean
  /** Labels under the title that tell the person and the course from others. */
  labels: (string | null)[]
  /** Address of the page, which the fixes post to. */
  action: string
  rights: Rights
}

/** A person in a course: access, the reason for it, the usual fix first, and what they hold. */
export const CourseAccessPanel = ({
  course,
  title,
  isNext = false,
  labels,
  action,
  rights,
}: CourseAccessPanelProps) => {
  const { entitlement: e, status } = course
  return (
    <Panel title={title} isNext={isNext}>
      <p>
        <InOrOut isIn={status.isIn} /> {e.isTest && <TestPerson />}{' '}
        <span className="soft">{joinUnique([...labels, e.school.name, e.course.contextId], ' · ')}</span>
      </p>
      <p className="lead">{status.why}</p>
      {status.more.length > 0 && (
        <ul className="bullets">
          {status.more.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Fixes course={course} action={action} rights={rights} />
      {rights.change && rights.everywhere && <HeldThings course={course} />}
      {rights.everywhere && <Pages course={course} />}
    </Panel>
  )
}

/** Pages of the course, its school and the payments of the person. A role for some schools cannot open them all. */
const Pages = ({ course: { entitlement: e, payments } }: Pick<CourseAccessPanelProps, 'course'>) => (
  <p className="soft">
    Open: <a href={hrefs.coursePage(e.course.id)}>course</a>, <a href={hrefs.schoolPage(e.schoolId)}>school</a>
    {payments.length > 0 && (
      <>
        , <a href={hrefs.payments(e.token)}>payments</a>
      </>
    )}
  </p>
)

/** Joins different texts, each once. */
const joinUnique = (texts: (string | null)[], between = ', '): string =>
  [...new Set(texts.filter(text => text !== null))].join(between)

/** Codes and card payments of a person in a course, each with the first step to take it back. */
const HeldThings = ({
  course: { entitlement: e, refundable },
}: {
  course: Pick<CourseAccess, 'entitlement' | 'refundable'>
}) => {
  const codes = e.codes.filter(code => code.voidedAt === null)
  return (
    <>
      {codes.length > 0 && (
        <ul className="links">
          {codes.map(({ code }) => (
            <li key={code}>
              <a href={hrefs.accessCode(code)}>Transfer or release {code}</a>
            </li>
          ))}
        </ul>
      )}
      {refundable.map(({ sessionId, amount, currency }) => (
        <form key={sessionId} method="post" action={hrefs.payments(e.token)}>
          <input type="hidden" name="session_id" value={sessionId} />
          <Button look="quiet" name="intent" value="refund">
            Refund {moneyText({ amount, currency })}…
          </Button>
        </form>
      ))}
    </>
  )
}

interface TeachingProps {
  teaches: PersonRecord['teaches']
  /** Links to pages of schools, which a role for some schools cannot open. */
  linksSchools: boolean
}

/** Courses that a person teaches, what they see there, and what they may do. */
const Teaching = ({ teaches, linksSchools }: TeachingProps) =>
  teaches.length > 0 && (
    <Panel title={teaches.length === 1 ? 'Teaches 1 course' : `Teaches ${teaches.length} courses`}>
      <DataTable
        caption="Courses they teach"
        head={['Course', 'School', 'Teacher page', 'Web tool (dictionary)']}
        empty=""
        rows={teaches.map(course => ({
          key: course.id,
          cells: [
            <TwoLines key="c" below={course.contextId}>
              <a href={hrefs.coursePage(course.id)}>{course.title}</a>
            </TwoLines>,
            linksSchools ? (
              <a key="s" href={hrefs.schoolPage(course.school.id)}>
                {course.school.name}
              </a>
            ) : (
              course.school.name
            ),
            <TwoLines key="u" below={whyFew(course)}>
              {unitsSeen(course.units)}
            </TwoLines>,
            course.allowsWts ? 'on' : 'off',
          ],
        }))}
      />
      <h3>What they see and may do</h3>
      <ul className="bullets">
        <li>The teacher page opens from a link in their LMS, for two hours. It needs no code and no payment.</li>
        <li>It has the dictionary, the units above, resources, how-tos and FAQs.</li>
        <li>They see who has access, without emails and payments, and make lists of signs for the course.</li>
        {teaches.some(course => course.version === '1.3') && <li>They place links to units in their LMS (LTI 1.3).</li>}
        <li>They cannot let students in, and cannot change products or dates. Staff do.</li>
      </ul>
    </Panel>
  )

/** Tells why a teacher sees only the first unit. */
const whyFew = ({ products, units }: TaughtCourse): string => {
  if (products.length === 0) return 'the course has no product yet'
  const of = products.join(' + ')
  return units.length === 1 && units[0] === 1 ? `${of} opens no more` : of
}

/** Everything that happened to a person, newest first. */
export const Timeline = ({ person: { timeline }, timezone }: { person: PersonRecord; timezone: string }) => (
  <Panel title="What happened">
    {timeline.length > 0 && <TimeZoneNote timezone={timezone} />}
    {timeline.length === 0 ? (
      <p className="soft">Nothing has happened yet.</p>
    ) : (
      <ol className="timeline">
        {timeline.map((m, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once, and events have no id
          <li key={index} className={`timeline-event timeline-event-${m.tone}`}>
            <time dateTime={m.at.toISOString()}>{shortTime(m.at, timezone)}</time>
            <span className="tag">{KINDS[m.kind]}</span>
            <div>
              <p>
                <strong>{m.title}</strong>
                {m.detail && ` · ${m.detail}`}
              </p>
              {m.place && <p className="soft">{m.place}</p>}
            </div>
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

const KINDS: Record<TimelineEvent['kind'], string> = {
  launch: 'access',
  agreement: 'terms',
  code: 'code',
  payment: 'payment',
  mail: 'mail',
  help: 'help',
  job: 'job',
  staff: 'staff',
  course: 'course',
}
