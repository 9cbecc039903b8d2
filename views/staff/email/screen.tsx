import { Fragment } from 'react'
import { supportingRows } from '#src/access/rules/coverage.ts'
import { calledName, type Entitlement, hasAccess, roleLetter, sourceLabels } from '#src/access/rules/entitlement.ts'
import { type ListedPerson, onePersonMessages } from '#src/access/rules/people.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { checkEmail } from '#src/desk/person-records.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { DataTable, InOrOut, TestPerson } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { emailList } from '../process-enrollment/people-list.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

type Checked = Awaited<ReturnType<typeof checkEmail>>

interface EmailPage extends Checked {
  typed: string
  problem: string | null
  /** Null for one address. */
  list: ShownList<ListedPerson> | null
}

/** Check Email: lists all enrollments and memberships of an email address. */
export const emailScreen = staffScreen<EmailPage>({
  path: [paths.email, `${paths.email}/:email`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Check Email' },
  unauthorized: staffMessages.unauthorizedEmail,
  load: async context => csvOf(emailList, context) ?? showEmail(context),
  submit: { bulk: bulkSubmit(['let-in', 'move']) },
  View: ({ data, site }) => {
    const { typed, problem, enrollments, memberships, alsoThem } = data
    return (
      <OfficePage
        title="Check Email"
        lead="See every course of a person. Your visit is logged."
        details={<BulkPreview />}
      >
        <Lookup
          action={paths.email}
          label="Email"
          name="email"
          type="text"
          inputMode="email"
          defaultValue={typed}
          problem={problem ?? undefined}
        />
        {typed !== '' && problem === null && (
          <>
            <PersonLink rows={[...enrollments, ...memberships]} />
            <LinkedPeople people={alsoThem} />
            <Rows title="Enrollments" rows={enrollments} empty={adminMessages.enrollments} timezone={site.timezone} />
            <Rows title="Memberships" rows={memberships} empty={adminMessages.memberships} timezone={site.timezone} />
          </>
        )}
        {data.list && <ListPanel list={emailList} shown={data.list} timezone={site.timezone} />}
      </OfficePage>
    )
  },
})

const showEmail = async (context: StaffContext) => {
  const typed = urlParam(context, 'email')
  const found = typed
    ? await checkEmail(context.app, typed, context.staff)
    : { enrollments: [], memberships: [], alsoThem: [] }
  const missing = typed !== '' && found.enrollments.length + found.memberships.length === 0
  const blank = blankLookup(context, 'email')
  const problem = missing ? adminMessages.nobody : blank
  const list = typed ? null : await loadList(emailList, context)
  return page({ typed, problem, list, ...found }, { title: 'Check Email', status: missing ? 404 : blank ? 422 : 200 })
}

/** Source of a person's access, with links to the other records that it comes from. */
const AccessSource = ({ entitlement: e }: { entitlement: Entitlement }) => {
  const others = supportingRows(e)
  return (
    <>
      {e.source ? sourceLabels[e.source] : others.length > 0 && onePersonMessages.inElsewhere}
      {others.map((other, at) => (
        <Fragment key={other.token}>
          {at > 0 ? ', ' : e.source ? ': ' : ' '}
          <a href={hrefs.token(other.token)}>
            {others.length === 1 ? 'their other record' : `their other record ${at + 1}`}
          </a>
        </Fragment>
      ))}
    </>
  )
}

/** One person may have rows at several schools; their page has all rows with this address. */
const PersonLink = ({ rows: [row] }: { rows: Entitlement[] }) =>
  row && (
    <p>
      <a href={hrefs.personPage(row.personId)}>See everything that happened to this person</a>
    </p>
  )

const LinkedPeople = ({ people }: { people: Checked['alsoThem'] }) =>
  people.length > 0 && (
    <Panel title={onePersonMessages.alsoThem}>
      <ul className="bullets">
        {people.map(p => (
          <li key={p.id}>
            <a href={p.email ? hrefs.email(p.email) : hrefs.personPage(p.id)}>{p.email ?? calledName(p)}</a>
            {p.email && p.name && `, ${p.name}`}, {p.school}
          </li>
        ))}
      </ul>
    </Panel>
  )

const Rows = (given: { title: string; rows: Entitlement[]; empty: string; timezone: string }) => (
  <Panel title={given.title}>
    <DataTable
      caption={given.title}
      head={['Course', 'School', 'State', 'How they got access', 'Last change', 'Token']}
      empty={given.empty}
      rows={given.rows.map(e => ({
        key: e.token,
        cells: [
          <Fragment key="c">
            <a href={hrefs.coursePage(e.course.id)}>{courseName(e.course)}</a>{' '}
            {e.kind === 'membership' && <span className="tag">{roleLetter[e.role]}</span>} {e.isTest && <TestPerson />}
          </Fragment>,
          <a key="h" href={hrefs.schoolPage(e.schoolId)}>
            {e.school.name}
          </a>,
          <InOrOut key="s" isIn={hasAccess(e)} />,
          <AccessSource key="h" entitlement={e} />,
          shortDate(e.updatedAt, given.timezone),
          <a key="t" className="token" href={hrefs.token(e.token)}>
            {e.token}
          </a>,
        ],
      }))}
    />
  </Panel>
)
