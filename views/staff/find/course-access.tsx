import type { CourseAccess } from '#src/staff/rules/search-result.ts'
import { hrefs } from '../../paths.ts'
import { InOrOut, TestPerson } from '../../ui/badge.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Rights } from '../staff-screen.ts'
import { Fixes } from './fixes.tsx'
import { HeldThings } from './held-things.tsx'

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
export const joinUnique = (texts: (string | null)[], between = ', '): string =>
  [...new Set(texts.filter(text => text !== null))].join(between)
