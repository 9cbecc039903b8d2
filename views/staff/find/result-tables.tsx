import { Fragment } from 'react'
import { calledName } from '#src/access/rules/entitlement.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { SearchResult } from '#src/staff/rules/search-result.ts'
import { hrefs } from '../../paths.ts'
import { CodeLink } from '../code-link.tsx'
import { DeploymentState } from '../deployments/deployment-state.tsx'
import { TwoLines } from '../list/two-lines.tsx'
import { ResultTable } from './result-table.tsx'

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
        <a key="n" href={hrefs.personPage(p.id)}>
          {calledName(p)}
        </a>,
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
      cells: [
        <a key="s" href={hrefs.schoolPage(s.id)}>
          {s.name}
        </a>,
        s.keys.join(', ') || 'LTI 1.3',
        s.courses,
      ],
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
      cells: [
        <a key="d" href={hrefs.deployment(d.id)}>
          {d.name}
        </a>,
        d.domain,
        <DeploymentState key="s" status={d.status} />,
      ],
    }))}
  />
)

const Products = ({ found: { products } }: Found) => (
  <ResultTable
    title="Products"
    head={['Product', 'Code']}
    rows={products.map(({ id, name, productCode }) => ({
      key: id,
      cells: [
        <a key="p" href={hrefs.product(productCode)}>
          {name}
        </a>,
        productCode,
      ],
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
      cells: [
        <a key="b" href={hrefs.batch(id)}>
          {note}
        </a>,
        productCode,
        size,
      ],
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
        <a key="p" href={hrefs.paymentPage(p.id)}>
          {moneyText(p)}
        </a>,
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
