import type { ReactNode } from 'react'
import { shortDay, shortTime } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { messagesStatus } from '#src/messages/contract.ts'
import { listHelp, markHelpAnswered } from '#src/messages/help.ts'
import { answerRefusals, type HelpFacts, helpAnswered } from '#src/messages/rules/help.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, Facts } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { TimeZoneNote } from '../history.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

type Help = Awaited<ReturnType<typeof listHelp>>
export type HelpRequest = Help['requests'][number]

interface HelpRequestsPage extends Help {
  rights: Rights
}

const load = async ({ app, staff }: StaffContext) =>
  page<HelpRequestsPage>({ ...(await listHelp(app)), rights: rightsOf(staff) }, { title: 'Help Requests' })

const markAnswered = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const result = await markHelpAnswered(app, rowId(fields.id) ?? 0, staff)
  if (!result.ok) return refused(result.reason, answerRefusals[result.reason], messagesStatus[result.reason])
  return done(paths.support, helpAnswered)
}

/** Help requests, and counts of payment pages that were opened without a token. */
export const helpRequestsScreen = staffScreen<HelpRequestsPage>({
  path: paths.support,
  nav: { group: 'People', label: 'Help Requests', waits: 'help' },
  load,
  submit: { default: markAnswered },
  View: ({ data: { requests, flags, rights }, site: { timezone } }) => {
    const open = requests.filter(r => !r.answeredAt)
    const answered = requests.filter(r => r.answeredAt)
    return (
      <OfficePage title="Help Requests" lead="Answer by email, then mark the request as done. The oldest is first.">
        {requests.length + flags.length > 0 && <TimeZoneNote timezone={timezone} />}
        {open.length === 0 && <p className="soft">No help request waits.</p>}
        {open.map(request => (
          <OpenRequest key={request.id} request={request} timezone={timezone} mayClose={rights.change} />
        ))}
        {answered.length > 0 && <AnsweredRequests requests={answered} timezone={timezone} />}
        <Panel title="Payment pages without a token">
          <p>
            Someone opened a payment page without the token in its link. Many on one page? A school may have a broken
            link.
          </p>
          <DataTable
            caption="Payment pages opened without a token"
            head={['Day', 'Page', 'Times', 'Last']}
            figures={[2]}
            empty="None."
            rows={flags.map(f => ({
              key: `${f.day} ${f.page}`,
              cells: [shortDay(f.day), f.page, f.count, shortTime(f.lastAt, timezone)],
            }))}
          />
        </Panel>
      </OfficePage>
    )
  },
})

interface OpenRequestProps {
  request: HelpRequest
  timezone: string
  mayClose: boolean
}

/** One request that waits: the question with its buttons, and beside it who asks about which course. */
const OpenRequest = ({ request, timezone, mayClose }: OpenRequestProps) => (
  <Panel id={`request-${request.id}`} title={request.name ?? request.email}>
    <div className="request">
      <div>
        <p className="soft">{shortTime(request.at, timezone)}</p>
        <p className="as-typed">{request.text}</p>
        <div className="buttons">
          <a className="button button-quiet" href={`mailto:${request.email}`}>
            Reply to {request.email}
          </a>
          {mayClose && (
            <form method="post" action={paths.support}>
              <input type="hidden" name="id" value={request.id} />
              <Button look="quiet">Mark as done</Button>
            </form>
          )}
        </div>
      </div>
      <div>
        <RequestFacts request={request} />
        <p>
          <a href={hrefs.email(request.email)}>Check this email</a>
        </p>
      </div>
    </div>
  </Panel>
)

type UnknownFacts = Record<string, unknown>

interface RequestFactsProps {
  request: HelpRequest
}

const LABELS: Record<keyof HelpFacts, string> = {
  enroll_token: 'Enrollment',
  lti_token: 'Membership',
  course_title: 'Course',
  course_label: 'Course label',
  context_id: 'Context ID',
  domain: 'Canvas host',
  course_id: 'Course in Canvas',
  platform_iss: 'Platform',
  email: 'Email in the LMS',
}

/** The person and course of a help request and its other facts, with links. Leaves out the reply address. */
const RequestFacts = ({ request: { facts, email, personId, name, courseId, course } }: RequestFactsProps) => {
  const names = [...new Set([...Object.keys(LABELS), ...Object.keys(facts)])]
  const known = courseId === null ? [] : ['course_title', 'course_label', 'context_id']
  const shown = names.filter(fact => facts[fact] && facts[fact] !== email && !known.includes(fact))
  return (
    <Facts
      of={[
        ['Person', personId && <a href={hrefs.personPage(personId)}>{name ?? email}</a>],
        ['Course', courseId && <a href={hrefs.coursePage(courseId)}>{course}</a>],
        ...shown.map((fact): [string, ReactNode] => [labelOf(fact, facts), shownAs(fact, facts)]),
      ]}
    />
  )
}

const isJoinLink = (token: unknown): boolean => String(token).startsWith('c_')

const labelOf = (name: string, facts: UnknownFacts): string => {
  if (name === 'enroll_token' && isJoinLink(facts[name])) return 'Join link'
  return isKeyOf(LABELS, name) ? LABELS[name] : name
}

const shownAs = (name: string, facts: UnknownFacts): ReactNode => {
  const value = String(facts[name])
  const href = pageOf(name, facts)
  return href ? <a href={href}>{value}</a> : value
}

const pageOf = (name: string, facts: UnknownFacts): string | null => {
  const { enroll_token, lti_token, context_id } = facts
  switch (name) {
    case 'enroll_token':
      return isJoinLink(enroll_token) ? hrefs.find(String(enroll_token)) : hrefs.token(String(enroll_token))
    case 'lti_token':
      return hrefs.token(String(lti_token))
    case 'course_title':
      if (lti_token) return hrefs.activateCourse(String(lti_token))
      return context_id ? hrefs.course(String(context_id)) : null
    default:
      return null
  }
}

/** Requests that are done, the newest first. */
const AnsweredRequests = ({ requests, timezone }: { requests: HelpRequest[]; timezone: string }) => (
  <Panel title={`Answered (${requests.length})`}>
    <DataTable
      caption="Answered help requests"
      head={['Asked', 'From', 'Course', 'Question', 'Answered']}
      empty="No request was answered yet."
      rows={requests.map(request => ({
        key: request.id,
        cells: [
          <span key="a" id={`request-${request.id}`}>
            {shortTime(request.at, timezone)}
          </span>,
          <a key="f" href={request.personId ? hrefs.personPage(request.personId) : hrefs.email(request.email)}>
            {request.name ?? request.email}
          </a>,
          request.courseId && (
            <a key="c" href={hrefs.coursePage(request.courseId)}>
              {request.course}
            </a>
          ),
          <span key="q" className="as-typed">
            {request.text}
          </span>,
          request.answeredAt && shortTime(request.answeredAt, timezone),
        ],
      }))}
    />
  </Panel>
)
