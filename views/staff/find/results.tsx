import { type ComponentProps, Fragment } from 'react'
import { calledName } from '#src/access/rules/entitlement.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { findTexts } from '#src/desk/rules/search.ts'
import type { FoundMail, FoundPerson, SearchResult } from '#src/desk/rules/search-results.ts'
import { mailNames } from '#src/desk/rules/waiting-work.ts'
import { hrefs } from '../../paths.ts'
import { DataTable, linkTo } from '../../ui/facts.tsx'
import { Panel, useDates } from '../../ui/office-page.tsx'
import { twoLines } from '../list/list-panel.tsx'
import { CodeLink } from '../record-links.tsx'
import { DeploymentState } from '../schools.tsx'

interface Found {
  found: SearchResult
}

/** All results except a single person and messages, linked to their pages. */
export const ResultTables = ({ found }: Found) => (
  <>
    <ResultTable
      title="Codes"
      head={['Code', 'Product', 'Used']}
      figures={[2]}
      rows={found.codes.map(c => ({
        key: c.id,
        cells: [
          <CodeLink key="c" code={c.code} />,
          `${c.product.name} (${c.product.productCode})`,
          `${c.used}/${c.maxUsage}`,
        ],
      }))}
    />
    <People found={found} />
    <Places found={found} />
    <ResultTable
      title="Products"
      head={['Product', 'Code']}
      rows={found.products.map(({ id, name, productCode }) => ({
        key: id,
        cells: [linkTo(hrefs.product(productCode), name), productCode],
      }))}
    />
    <ResultTable
      title="Batches of codes"
      head={['Note', 'Product', 'Codes']}
      figures={[2]}
      rows={found.batches.map(({ id, note, productCode, size }) => ({
        key: id,
        cells: [linkTo(hrefs.batch(id), note), productCode, size],
      }))}
    />
    <Payments found={found} />
  </>
)

const NO_EMAIL = 'not shared by the LMS'

const People = ({ found: { people, named } }: Found) => (
  <ResultTable
    title="People"
    named={named.people}
    head={['Name', 'Email', 'Course', 'School']}
    rows={people.map(p => ({
      key: p.id,
      cells: [
        <Fragment key="p">
          <a href={hrefs.personPage(p.id)}>{calledName(p)}</a>
          {p.mark && p.mark !== p.school && <span className="soft"> {p.mark}</span>}
        </Fragment>,
        p.email ?? NO_EMAIL,
        coursesOf(p),
        p.school,
      ],
    }))}
  />
)

const coursesOf = ({ course, courses, isTeacher }: FoundPerson): string =>
  [isTeacher && 'teaches', course ?? 'none', courses > 1 && `and ${courses - 1} more`].filter(Boolean).join(' ')

/** Courses, schools, and deployments that belong to no school. */
const Places = ({ found: { courses, schools, deployments, named } }: Found) => (
  <>
    <ResultTable
      title="Courses"
      named={named.courses}
      head={['Course', 'School', 'Products', 'Have access', 'Without access']}
      figures={[3, 4]}
      rows={courses.map(c => ({
        key: c.id,
        cells: [
          twoLines(linkTo(hrefs.coursePage(c.id), c.title), c.contextId),
          c.school,
          c.products.join(', ') || 'none yet',
          c.inside,
          c.outside,
        ],
      }))}
    />
    <ResultTable
      title="Schools"
      named={named.schools}
      head={['School', 'Key', 'Courses']}
      figures={[2]}
      rows={schools.map(s => ({
        key: s.id,
        cells: [linkTo(hrefs.schoolPage(s.id), s.name), s.keys.join(', ') || 'LTI 1.3', s.courses],
      }))}
    />
    <ResultTable
      title="Deployments without a school"
      head={['Deployment', 'Domain', 'State']}
      rows={deployments.map(d => ({
        key: d.id,
        cells: [linkTo(hrefs.deployment(d.id), d.name), d.domain, <DeploymentState key="s" status={d.status} />],
      }))}
    />
  </>
)

const Payments = ({ found: { payments } }: Found) => {
  const { time } = useDates()
  return (
    <ResultTable
      title="Payments"
      head={['Payment', 'Person', 'Course', 'Date']}
      rows={payments.map(p => ({
        key: p.id,
        cells: [
          linkTo(hrefs.paymentPage(p.id), moneyText(p)),
          twoLines(calledName(p), p.email),
          twoLines(p.course, p.school),
          time(p.at),
        ],
      }))}
    />
  )
}

/** Lists help requests and sent mail. */
export const Messages = ({ found: { helpRequests, mails } }: Found) => {
  const { time } = useDates()
  return (
    <>
      <ResultTable
        title="Help requests"
        head={['Request', 'From', 'State', 'Date']}
        rows={helpRequests.map(r => ({
          key: r.id,
          cells: [
            linkTo(hrefs.helpRequest(r.id), r.text.length > SHOWN ? `${r.text.slice(0, SHOWN)}…` : r.text),
            linkTo(hrefs.email(r.email), r.email),
            r.isAnswered ? 'answered' : 'waits for an answer',
            time(r.at),
          ],
        }))}
      />
      <ResultTable
        title="Mail"
        head={['Mail', 'To', 'State', 'Date']}
        rows={mails.map(m => ({
          key: m.id,
          cells: [
            m.course
              ? twoLines(mailNames[m.kind], [m.course, m.school].filter(Boolean).join(' · '))
              : mailNames[m.kind],
            linkTo(hrefs.email(m.recipient), m.recipient),
            mailState(m),
            time(m.createdAt),
          ],
        }))}
      />
    </>
  )
}

/** Characters of a request that a result shows. */
const SHOWN = 120

const mailState = ({ sentAt, refusedAt, expiredAt }: FoundMail): string => {
  if (refusedAt) return 'refused by the mail server'
  if (expiredAt) return 'expired before it could be sent'
  return sentAt ? 'sent' : 'waits'
}

interface ResultTableProps extends Omit<ComponentProps<typeof DataTable>, 'caption' | 'empty'> {
  title: string
  /** Number of all matches by name. */
  named?: number
}

/** Results of one kind; renders nothing when there are none. */
const ResultTable = ({ title, named = 0, ...table }: ResultTableProps) =>
  table.rows.length > 0 && (
    <Panel title={title}>
      <DataTable caption={title} {...table} />
      {named > table.rows.length && <p className="soft">{findTexts.more(named, table.rows.length)}</p>}
    </Panel>
  )
