import { calledName } from '#src/access/rules/entitlement.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { findTexts, MOST_PLACES } from '#src/desk/rules/search.ts'
import type { CourseAccess, PersonRecord, TaughtCourse } from '#src/desk/rules/search-results.ts'
import type { TimelineEvent } from '#src/desk/rules/timeline.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton } from '../../ui/button.tsx'
import { DataTable, Facts, linkTo } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { unitsSeen } from '../courses.tsx'
import { TimeZoneNote } from '../history.tsx'
import { twoLines } from '../list/list-panel.tsx'
import { useRights } from '../staff-screen.ts'
import { CourseAccessPanel, joinUnique } from './course-access.tsx'

interface PersonPanelProps {
  person: PersonRecord
  /** Address of the page, which has `personActions`. */
  action: string
  /** The page is the person's own, which has their name in its title. */
  isOwnPage?: boolean
  /** Token of the course that the page was opened for. */
  token?: string | undefined
  /** Says for each kind of place in a course if there is none (Check Email). */
  byKind?: boolean
}

/** A person: who it is, what they teach, each of their courses with access, reasons and fixes, and all that happened. */
export const PersonPanel = ({ person, action, isOwnPage = false, token, byKind }: PersonPanelProps) => {
  const { people, courses, teaches } = person
  const wanted = courses.find(course => course.entitlement.token === token)?.entitlement.personId
  const panel = (course: CourseAccess, isNext: boolean) => (
    <CourseAccessPanel
      key={course.entitlement.token}
      course={course}
      title={courseName(course.entitlement.course)}
      isNext={isNext}
      isOpen={course.entitlement.token === token}
      labels={labelsOf(people, course.entitlement)}
      action={action}
    />
  )
  const kinds = [
    { title: 'Enrollments', kind: 'enrollment', none: adminMessages.enrollments },
    { title: 'Memberships', kind: 'membership', none: adminMessages.memberships },
  ]
  return (
    <>
      <Panel
        id="person"
        isNext={!isOwnPage && !token}
        title={isOwnPage ? 'Who it is' : joinUnique(people.map(p => p.name)) || calledName(people[0]!)}
      >
        <Facts
          of={[
            ['Email', joinUnique(people.map(p => p.email)) || 'not shared by the LMS'],
            ['Schools', joinUnique(people.map(p => p.school))],
          ]}
        />
        {courses.length + teaches.length === 0 && <p>{findTexts.noCourse}</p>}
        {courses.length >= MOST_PLACES && <p>{findTexts.mostPlaces}</p>}
        {!isOwnPage && (
          <p>
            <a href={hrefs.personPage(wanted ?? people[0]!.id)}>Page of this person</a>
          </p>
        )}
      </Panel>
      <Teaching teaches={teaches} />
      {byKind
        ? kinds.map(({ title, kind, none }) => {
            const these = courses.filter(course => course.entitlement.kind === kind)
            return (
              <section key={kind} className="person-courses-of-kind">
                <h2>{title}</h2>
                {these.length > 0 ? (
                  <div className="person-courses">{these.map(course => panel(course, false))}</div>
                ) : (
                  <p className="soft">{none}</p>
                )}
              </section>
            )
          })
        : courses.length > 0 && (
            <div className="person-courses">
              {courses.map((course, at) => panel(course, at === 0 && (isOwnPage || token !== undefined)))}
            </div>
          )}
      <SamePerson people={people} token={token} action={action} isOwnPage={isOwnPage} />
      <Timeline events={person.timeline} />
    </>
  )
}

type SamePersonProps = Pick<PersonRecord, 'people'> & Pick<PersonPanelProps, 'token' | 'action' | 'isOwnPage'>

/**
 * Links two records of one person, such as a sign-up and a later LTI launch (docs/rules/access.md). On the person's own
 * page, managers export or erase them.
 */
const SamePerson = ({ people, token, action, isOwnPage }: SamePersonProps) => {
  const sent = usePosted('link')
  const rights = useRights()
  const erases = isOwnPage && rights.manage
  const linked = people.filter(p => p.one !== null)
  const of = token ?? people.find(p => p.token)?.token
  const links = rights.change && of
  if (linked.length === 0 && !links && !erases) return null
  return (
    <Panel title="Records of this person">
      {linked.length > 0 && (
        <>
          <p>Staff linked these:</p>
          <ul className="bullets">
            {linked.map(p => (
              <li key={p.id}>{[calledName(p), p.email, p.school].filter(Boolean).join(', ')}</li>
            ))}
          </ul>
        </>
      )}
      {links && (
        <details open={'other' in sent.problems}>
          <summary>Same person twice? Link another record</summary>
          <form method="post" action={action} className="form">
            <input type="hidden" name="token" value={of} />
            <p>
              Use this when someone signed up here and also opens the course from their LMS. Ask the person or their
              teacher first. An email from the LMS alone is not proof.
            </p>
            <Field label="Email, token or link of their other record" name="other" sent={sent} maxLength={300} />
            <div className="buttons">
              <ActionButton intent="link" label="Link records…" look="quiet" />
              {linked.length > 0 && <ActionButton intent="unlink" label="Unlink…" look="quiet" />}
            </div>
          </form>
        </details>
      )}
      {erases && <PersonalData people={people} />}
    </Panel>
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

/** Courses that a person teaches, what they see there, and what they may do. */
const Teaching = ({ teaches }: Pick<PersonRecord, 'teaches'>) => {
  /** A role for some schools cannot open the pages of schools. */
  const linksSchools = useRights().everywhere
  if (teaches.length === 0) return null
  return (
    <Panel title={teaches.length === 1 ? 'Teaches 1 course' : `Teaches ${teaches.length} courses`}>
      <DataTable
        caption="Courses they teach"
        head={['Course', 'School', 'Teacher page', 'Web tool (dictionary)']}
        rows={teaches.map(course => ({
          key: course.id,
          cells: [
            twoLines(linkTo(hrefs.coursePage(course.id), course.title), course.contextId),
            linksSchools ? linkTo(hrefs.schoolPage(course.school.id), course.school.name) : course.school.name,
            twoLines(unitsSeen(course.units), whyFew(course)),
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
}

/** Tells why a teacher sees only the first unit. */
const whyFew = ({ products, units }: TaughtCourse): string => {
  if (products.length === 0) return 'the course has no product yet'
  const of = products.join(' + ')
  return units.length === 1 && units[0] === 1 ? `${of} opens no more` : of
}

/** Everything that happened to a person, newest first. */
const Timeline = ({ events }: { events: TimelineEvent[] }) => {
  const { time } = useDates()
  const title = 'What happened'
  if (events.length === 0)
    return (
      <Panel title={title}>
        <p className="soft">Nothing has happened yet.</p>
      </Panel>
    )
  return (
    <Panel title={title}>
      <TimeZoneNote />
      <ol className="timeline">
        {events.map((m, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once, and events have no id
          <li key={index} className={`timeline-event timeline-event-${m.tone}`}>
            <time dateTime={m.at.toISOString()}>{time(m.at)}</time>
            <span className="tag">{m.kind}</span>
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
    </Panel>
  )
}
