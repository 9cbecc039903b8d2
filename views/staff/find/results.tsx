import { type ComponentProps, Fragment } from 'react'
import { calledName } from '#src/access/rules/entitlement.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { findMessages } from '#src/desk/rules/search.ts'
import type { FoundMail, SearchResult } from '#src/desk/rules/search-results.ts'
import { mailNames } from '#src/desk/rules/waiting-work.ts'
import { hrefs } from '../../paths.ts'
import { DataTable, linkTo } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { TwoLines } from '../list/list-panel.tsx'
import { CodeLink } from '../record-links.tsx'
import { DeploymentState } from '../schools.tsx'

/** All results except a single person and messages, linked to their pages. */
export const ResultTables = ({ found, timezone }: { found: SearchResult; timezone: string }) => (
  <>
    <Codes found={found} />
    <People found={found} />
    <Teachers found={found} />
    <Courses found={found} />
    <Schools found={found} />
    <Deployments found={found} />
    <Products found={found} />
    <Batches found={found} />
    <Payments found={found} timezone={timezone} />
  </>
)

interface Found {
  found: SearchResult
}

const Codes = ({ found: { codes } }: Found) => (
  <ResultTable
    title="Codes"
    head={['Code', 'Product', 'Used']}
    figures={[2]}
    rows={codes.map(c => ({
      key: c.id,
      cells: [
        <CodeLink key="c" code={c.code} />,
        `${c.product.name} (${c.product.productCode})`,
        `${c.used}/${c.maxUsage}`,
      ],
    }))}
  />
)

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
        p.email ?? 'not shared by the LMS',
        p.courses > 1 ? `${p.course} and ${p.courses - 1} more` : (p.course ?? 'none'),
        p.school,
      ],
    }))}
  />
)

const Teachers = ({ found: { teachers, named } }: Found) => (
  <ResultTable
    title="Teachers"
    named={named.teachers}
    head={['Name', 'Email', 'Course', 'School']}
    rows={teachers.map(({ course, ...p }) => ({
      key: p.id,
      cells: [
        linkTo(hrefs.personPage(p.id), calledName(p)),
        p.email ?? 'not shared by the LMS',
        <span key="c">
          <a href={hrefs.coursePage(course.id)}>{course.title}</a>
          {p.courses > 1 && ` and ${p.courses - 1} more`}
        </span>,
        p.school,
      ],
    }))}
  />
)

const Courses = ({ found: { courses, named } }: Found) => (
  <ResultTable
    title="Courses"
    named={named.courses}
    head={['Course', 'School', 'Products', 'Have access', 'Without access']}
    figures={[3, 4]}
    rows={courses.map(c => ({
      key: c.id,
      cells: [
        <TwoLines key="c" below={c.contextId}>
          <a href={hrefs.coursePage(c.id)}>{c.title}</a>
        </TwoLines>,
        c.school,
        c.products.join(', ') || 'none yet',
        c.inside,
        c.outside,
      ],
    }))}
  />
)

const Schools = ({ found: { schools, named } }: Found) => (
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
)

/** Deployments that belong to no school. */
const Deployments = ({ found: { deployments } }: Found) => (
  <ResultTable
    title="Deployments without a school"
    head={['Deployment', 'Domain', 'State']}
    rows={deployments.map(d => ({
      key: d.id,
      cells: [linkTo(hrefs.deployment(d.id), d.name), d.domain, <DeploymentState key="s" status={d.status} />],
    }))}
  />
)

const Products = ({ found: { products } }: Found) => (
  <ResultTable
    title="Products"
    head={['Product', 'Code']}
    rows={products.map(({ id, name, productCode }) => ({
      key: id,
      cells: [linkTo(hrefs.product(productCode), name), productCode],
    }))}
  />
)

const Batches = ({ found: { batches } }: Found) => (
  <ResultTable
    title="Batches of codes"
    head={['Note', 'Product', 'Codes']}
    figures={[2]}
    rows={batches.map(({ id, note, productCode, size }) => ({
      key: id,
      cells: [linkTo(hrefs.batch(id), note), productCode, size],
    }))}
  />
)

const Payments = ({ found: { payments }, timezone }: Found & { timezone: string }) => (
  <ResultTable
    title="Payments"
    head={['Payment', 'Person', 'Course', 'Date']}
    rows={payments.map(p => ({
      key: p.id,
      cells: [
        linkTo(hrefs.paymentPage(p.id), moneyText(p)),
        <TwoLines key="n" below={p.email}>
          {calledName(p)}
        </TwoLines>,
        <TwoLines key="c" below={p.school}>
          {p.course}
        </TwoLines>,
        shortTime(p.at, timezone),
      ],
    }))}
  />
)

interface MessagesProps {
  found: Pick<SearchResult, 'helpRequests' | 'mails'>
  timezone: string
}

/** Lists help requests and sent mail. */
export const Messages = ({ found: { helpRequests, mails }, timezone }: MessagesProps) => (
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
          shortTime(r.at, timezone),
        ],
      }))}
    />
    <ResultTable
      title="Mail"
      head={['Mail', 'To', 'State', 'Date']}
      rows={mails.map(m => ({
        key: m.id,
        cells: [
          m.course ? (
            <TwoLines key="m" below={[m.course, m.school].filter(Boolean).join(' · ')}>
              {mailNames[m.kind]}
            </TwoLines>
          ) : (
            mailNames[m.kind]
          ),
          linkTo(hrefs.email(m.recipient), m.recipient),
          mailState(m),
          shortTime(m.createdAt, timezone),
        ],
      }))}
    />
  </>
)

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
      {named > table.rows.length && <p className="soft">{findMessages.more(named)}</p>}
    </Panel>
  )
