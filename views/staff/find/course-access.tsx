import { progress, supportingRows } from '#src/access/rules/coverage.ts'
import { type Entitlement, roleLetter, sourceLabels } from '#src/access/rules/entitlement.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { CourseAccess } from '#src/desk/rules/search-results.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Badge, Bullets, Copied, Facts, InOrOut, TestPerson } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { HistoryList } from '../history.tsx'
import { RefundButton } from '../payments/payment-panel.tsx'
import { CodeLink } from '../record-links.tsx'
import { useRights } from '../staff-screen.ts'
import { Fixes } from './fixes.tsx'

interface CourseAccessPanelProps {
  course: CourseAccess
  title: string
  /** The page was opened for it. */
  isNext?: boolean
  /** The page was opened for it by its token, so that nothing of it is folded. */
  isOpen?: boolean
  /** Labels under the title that tell the person and the course from others. */
  labels: (string | null)[]
  /** Address of the page, which has `personActions`. */
  action: string
}

/** A person in a course: access, the reason for it, the usual fix first, what they hold, and everything else known. */
export const CourseAccessPanel = ({
  course,
  title,
  isNext = false,
  isOpen = false,
  labels,
  action,
}: CourseAccessPanelProps) => {
  const { entitlement: e, status, payments } = course
  const rights = useRights()
  return (
    <Panel title={title} isNext={isNext}>
      <p>
        {e.role === 'learner' || status.isIn ? <InOrOut isIn={status.isIn} /> : <Badge>teacher</Badge>}{' '}
        {e.isTest && <TestPerson />}{' '}
        <span className="soft">{joinUnique([...labels, e.school.name, e.course.contextId], ' · ')}</span>
      </p>
      <p className="soft">
        {e.kind === 'membership' ? (
          <>
            Membership <span className="tag">{roleLetter[e.role]}</span>
          </>
        ) : (
          'Enrollment'
        )}{' '}
        <a className="token" href={hrefs.token(e.token)}>
          {e.token}
        </a>
      </p>
      <p className="lead">{status.why}</p>
      {status.more.length > 0 && <Bullets of={status.more} />}
      <Fixes course={course} action={action} isOpen={isOpen} />
      {rights.change && rights.everywhere && <HeldThings course={course} />}
      <details open={isOpen}>
        <summary>All facts and changes</summary>
        <EntitlementFacts entitlement={e} />
        <HistoryList entries={course.audit} />
      </details>
      {rights.change && <RotateToken token={e.token} action={action} />}
      <p className="soft">
        Open: <a href={hrefs.coursePage(e.course.id)}>course</a>, <a href={hrefs.schoolPage(e.schoolId)}>school</a>
        {/* For an enrollment, this page redirects to Activate 1.1 Course. */},{' '}
        <a href={hrefs.activateCourse(e.token)}>its activation</a>
        {rights.everywhere && payments.length > 0 && (
          <>
            , <a href={hrefs.payments(e.token)}>payments</a>
          </>
        )}
      </p>
    </Panel>
  )
}

const EntitlementFacts = ({ entitlement: e }: { entitlement: Entitlement }) => {
  const dates = useDates()
  const date = (instant: Date | null) => instant && dates.date(instant)
  /** A role for some schools cannot open the pages of codes. */
  const linksCodes = useRights().everywhere
  const { done, total } = progress(e)
  const names = (ids: number[]) => e.course.products.filter(p => ids.includes(p.id)).map(p => p.name)
  return (
    <Facts
      of={[
        ['Token', <Copied key="t">{e.token}</Copied>],
        ['Products', e.course.products.map(p => p.productCode).join(', ') || 'none yet: activate the course'],
        ['Codes validated', total > 0 ? `${done} of ${total}` : null],
        [
          'Codes',
          e.codes.length > 0 && (
            <ul key="k">
              {e.codes.map(c => (
                <li key={c.couponId}>
                  {linksCodes ? <CodeLink code={c.code} /> : c.code}{' '}
                  {c.voidedAt && <Badge tone="problem">taken back</Badge>}
                </li>
              ))}
            </ul>
          ),
        ],
        ['Paid by card', names(e.paid).join(', ')],
        ['Agreed to the terms', date(e.agreedAt)],
        ['Processed', date(e.processedAt)],
        ['How they got access', e.source && sourceLabels[e.source]],
        [
          'Their other records that count here',
          supportingRows(e).length > 0 && (
            <ul key="o">
              {supportingRows(e).map(({ token }) => (
                <li key={token}>
                  <a className="token" href={hrefs.token(token)}>
                    {token}
                  </a>
                </li>
              ))}
            </ul>
          ),
        ],
        ['Last taken out', date(e.unprocessedAt)],
        ['Access ends', date(e.accessEndsAt)],
        ['Payment event', e.stripeEventId],
        ['Payment reference', <Copied key="s">{e.sessionId}</Copied>],
        ['Last change', date(e.updatedAt)],
      ]}
    />
  )
}

/** Replaces a link that someone else has seen. Closed at first, because it is rarely needed. */
const RotateToken = ({ token, action }: { token: string; action: string }) => {
  const sent = usePosted('rotate')
  const isRefused = 'reason' in sent.problems && (sent.fields.token ?? token) === token
  return (
    <details open={isRefused}>
      <summary>Did someone else get the link? Make a new one</summary>
      <form method="post" action={action} className="form">
        <input type="hidden" name="token" value={token} />
        <p>
          The current link stops working at once, for good. This person's access stays the same. They get the new link
          when they open the course or sign up again.
        </p>
        <Field label="Reason" name="reason" sent={isRefused ? sent : undefined} maxLength={500} autoComplete="off" />
        <ActionButton intent="rotate" label="Make a new link" look="danger" />
      </form>
    </details>
  )
}

/** Codes and card payments of a person in a course, each with the first step to take it back. */
const HeldThings = ({ course }: { course: Pick<CourseAccess, 'entitlement' | 'refundable'> }) => {
  const { entitlement: e, refundable } = course
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
      {refundable.map(({ sessionId, products, ...money }) =>
        products.length > 1 ? (
          <p key={sessionId}>
            <QuietLink href={hrefs.payments(e.token)}>Refund {moneyText(money)} or a part</QuietLink>
          </p>
        ) : (
          <RefundButton key={sessionId} token={e.token} sessionId={sessionId} label={`Refund ${moneyText(money)}…`} />
        ),
      )}
    </>
  )
}

/** Joins different texts, each once. */
export const joinUnique = (texts: (string | null)[], between = ', '): string =>
  [...new Set(texts.filter(text => text !== null))].join(between)
