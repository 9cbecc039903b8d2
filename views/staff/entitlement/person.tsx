import { Fragment } from 'react'
import { progress } from '#src/access/rules/coverage.ts'
import { calledName, hasAccess, sourceLabels } from '#src/access/rules/entitlement.ts'
import { waitingReasons } from '#src/access/rules/payment.ts'
import { roleLetter } from '#src/access/rules/role.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { describeJob } from '#src/staff/rules/job-status.ts'
import { hrefs, paths } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { InOrOut, TestPerson } from '../../ui/badge.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { CodeLink } from '../code-link.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import type { Rights } from '../staff-screen.ts'
import type { View } from './screen.tsx'

interface PersonProps {
  view: View
  rights: Rights
  now: Date
  site: Site
}

/** One person in one course: status, codes, payments and problems. */
export const Person = ({
  view: { entitlement: e, course, problems, jobs, waiting },
  rights,
  now,
  site,
}: PersonProps) => {
  const date = (instant: Date | null) => instant && shortDate(instant, site.timezone)
  const { done, total } = progress(e)
  return (
    <Panel title={calledName(e)}>
      {problems.map(problem => (
        <Notice key={problem} tone="problem">
          <RejectedGrades action={hrefs.token(e.token)} canRetry={rights.change}>
            {problem}
          </RejectedGrades>
        </Notice>
      ))}
      {jobs.map(job => (
        <Notice key={job.id} tone="problem">
          <span>
            {describeJob(job, now)} {rights.everywhere && <a href={paths.jobs}>Background Work</a>}
          </span>
        </Notice>
      ))}
      <Facts
        of={[
          [
            'State',
            <Fragment key="s">
              <InOrOut isIn={hasAccess(e)} /> {e.isTest && <TestPerson />}
            </Fragment>,
          ],
          [
            'Email',
            e.email && (
              <a key="m" href={hrefs.email(e.email)}>
                {e.email}
              </a>
            ),
          ],
          [
            'Kind',
            e.kind === 'membership' ? (
              <>
                Membership <span className="tag">{roleLetter[e.role]}</span>
              </>
            ) : (
              'Enrollment'
            ),
          ],
          ['Token', <Copied key="t">{e.token}</Copied>],
          [
            'Course',
            <a key="c" href={hrefs.coursePage(course.id)}>
              {courseName(course)} ({course.contextId})
            </a>,
          ],
          [
            'School',
            <a key="h" href={hrefs.schoolPage(e.schoolId)}>
              {e.school.name}
            </a>,
          ],
          ['Products', course.products.map(p => p.productCode).join(', ') || 'none yet: activate the course'],
          ['Codes validated', total > 0 ? `${done} of ${total}` : null],
          ['Codes', e.codes.length > 0 && <Codes key="k" codes={e.codes} linked={rights.everywhere} />],
          [
            'Paid by card',
            course.products
              .filter(p => e.paid.includes(p.id))
              .map(p => p.name)
              .join(', '),
          ],
          ['Card payment', waiting && waitingReasons[waiting]],
          ['Agreed to the terms', date(e.agreedAt)],
          ['Processed', date(e.processedAt)],
          ['How they got access', e.source && sourceLabels[e.source]],
          ['Last taken out', date(e.unprocessedAt)],
          ['Access ends', date(e.accessEndsAt)],
          ['Payment event', e.stripeEventId],
          ['Payment reference', <Copied key="s">{e.sessionId}</Copied>],
          ['Last change', date(e.updatedAt)],
        ]}
      />
      {rights.everywhere && (
        <p>
          <a href={hrefs.payments(e.token)}>Payments</a>
        </p>
      )}
      <p>
        {/* For an enrollment, this page redirects to Activate 1.1 Course. */}
        <a href={hrefs.activateCourse(e.token)}>
          {e.kind === 'membership' ? 'Activate 1.3 Course with this token' : 'Activate the course'}
        </a>
      </p>
    </Panel>
  )
}

const Codes = ({ codes, linked }: { codes: View['entitlement']['codes']; linked: boolean }) => (
  <ul>
    {codes.map(c => (
      <li key={c.couponId}>
        {linked ? <CodeLink code={c.code} /> : c.code}{' '}
        {c.voidedAt && <span className="tag tag-problem">taken back</span>}
      </li>
    ))}
  </ul>
)
