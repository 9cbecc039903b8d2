import { Fragment } from 'react'
import { progress, restorable } from '#src/access/rules/coverage.ts'
import { calledName, hasAccess, lastPeriodEnd, roleLetter, sourceLabels } from '#src/access/rules/entitlement.ts'
import { waitingReasons } from '#src/access/rules/payment.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { describeJob } from '#src/desk/rules/failed-jobs.ts'
import type { posted } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Copied, Facts, InOrOut, TestPerson } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, usePosted } from '../../ui/office-page.tsx'
import { CodeLink } from '../record-links.tsx'
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

/** Process and Un-process, with their effects on the person's codes and payments. */
export const SetProcessed = ({ view: { entitlement }, now }: { view: View; now: Date }) => {
  const sent = usePosted('process', 'unprocess')
  const inside = hasAccess(entitlement)
  const live = entitlement.codes.filter(c => c.voidedAt === null).length
  const back = restorable(entitlement, now).length
  const hasUsedUp =
    (entitlement.codes.length > 0 || entitlement.hasCheckouts) && lastPeriodEnd(entitlement, now) !== null
  return (
    <Panel title={inside ? 'Take out' : 'Let in'}>
      <form method="post" action={hrefs.token(entitlement.token)} className="form">
        <p>
          {inside
            ? `Un-process takes this person out of the course.${live > 0 ? ` It takes back ${count(live)}, which ${live === 1 ? 'stays' : 'stay'} used.` : ''}`
            : `Process lets this person in without a code or a payment.${back > 0 ? ` It brings back ${count(back)}.` : ''}${hasUsedUp ? ' Codes and payments of the period that ended stay used up.' : ''}`}
        </p>
        {inside && entitlement.paid.length > 0 && (
          <p>
            The payment no longer gives access. It is not refunded. To take the person out and refund them, use{' '}
            <a href={hrefs.payments(entitlement.token)}>Payments</a>.
          </p>
        )}
        <Reason {...sent} />
        <div className="buttons">
          <Button name="intent" value="process" disabled={inside}>
            Process
          </Button>
          <Button look="quiet" name="intent" value="unprocess" disabled={!inside}>
            {entitlement.paid.length > 0 ? 'Un-process…' : 'Un-process'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const count = (codes: number): string => (codes === 1 ? '1 code' : `${codes} codes`)

/** Replaces a link that someone else has seen. Closed at first, because it is rarely needed. */
export const RotateToken = ({ token }: { token: string }) => {
  const sent = usePosted('rotate')
  return (
    <Panel title="Did someone else get the link?">
      <details open={'reason' in sent.problems}>
        <summary>Make a new link</summary>
        <form method="post" action={hrefs.token(token)} className="form">
          <p>
            The current link stops working at once, for good. This person's access stays the same. They get the new link
            when they open the course or sign up again.
          </p>
          <Reason {...sent} />
          <div className="buttons">
            <Button look="danger" name="intent" value="rotate">
              Make a new link
            </Button>
          </div>
        </form>
      </details>
    </Panel>
  )
}

interface SamePersonProps {
  view: View
  canChange: boolean
}

/** Links two records of one person, such as a sign-up and a later LTI launch (docs/rules/access.md). */
export const SamePerson = ({ view: { entitlement, alsoThem }, canChange }: SamePersonProps) => {
  const { fields, problems } = usePosted('link')
  return (
    (canChange || alsoThem.length > 0) && (
      <Panel title="Same person twice?">
        {alsoThem.length > 0 && (
          <form method="post" action={hrefs.token(entitlement.token)} className="form">
            <ul className="bullets">
              {alsoThem.map(p => (
                <li key={p.id}>
                  <a href={p.token ? hrefs.token(p.token) : hrefs.personPage(p.id)}>{calledName(p)}</a>, {p.school}
                </li>
              ))}
            </ul>
            {canChange && (
              <div className="buttons">
                <Button look="quiet" name="intent" value="unlink">
                  Unlink…
                </Button>
              </div>
            )}
          </form>
        )}
        {canChange && (
          <details open={'other' in problems}>
            <summary>Link another record</summary>
            <form method="post" action={hrefs.token(entitlement.token)} className="form">
              <p>
                Use this when someone signed up here and also opens the course from their LMS. Ask the person or their
                teacher first. An email from the LMS alone is not proof.
              </p>
              <Field
                label="Token or link of their other record"
                name="other"
                maxLength={300}
                defaultValue={fields.other}
                problem={problems.other}
                autoComplete="off"
              />
              <div className="buttons">
                <Button look="quiet" name="intent" value="link">
                  Link records…
                </Button>
              </div>
            </form>
          </details>
        )}
      </Panel>
    )
  )
}

/** Required reason for a change; it is shown in the history. */
const Reason = ({ fields, problems }: ReturnType<typeof posted>) => (
  <Field
    label="Reason"
    name="reason"
    maxLength={500}
    defaultValue={fields.reason}
    problem={problems.reason}
    autoComplete="off"
  />
)
