import type { ReactNode } from 'react'
import { listSchools } from '#src/accounts/staff.ts'
import type { App } from '#src/context.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import {
  exportQuery,
  type ListCursor,
  type ListPage,
  type ListQuery,
  readListQuery,
  rowId,
} from '#src/core/rules/rows.ts'
import type { SignedInStaff } from '#src/core/rules/staff.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { listProducts } from '#src/courses/products.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { recentTerms } from '#src/courses/rules/course-list.ts'
import { recordListExport, recordListView } from '#src/desk/audit-log.ts'
import { type BulkAction, bulkActionsOf, type ListContents, mayExport } from '#src/desk/rules/lists.ts'
import { schoolChoices } from '#src/schools/rules/school-facts.ts'
import type { CsvFile, LocalPath } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

type Value = string | number | Date | null

interface ListColumn<Row> {
  head: string
  /** The text of a cell, in the table and in the CSV file. */
  value(row: Row): Value
  /** Shown in the table instead of the text: a link, a badge, or the usual action of a row. */
  cell?(row: Row): ReactNode
  /** Numbers align right. */
  figure?: true
  /** Left out on phones. */
  minor?: true
  /** Only in the CSV file. */
  inFile?: true
  /** Only in the table. */
  onPage?: true
}

/** A choice above the list. Its name is the parameter in the address. */
export interface ListFilter {
  name: string
  label: string
  /** Label of the empty choice. Default: 'All'. */
  none?: string
  /** Without any, the page does not show the filter. */
  options(context: StaffContext): Promise<ListOption[]> | ListOption[]
}

interface ListOption {
  value: string
  label: string
}

/** A list of staff: everything it shows, and how its rows are found. See .github/CONTRIBUTING.md. */
export interface StaffList<Row> {
  /** Names the CSV file and the list in the audit log. */
  name: string
  title: string
  path: LocalPath
  /** Label of the search box. */
  search: string
  columns: ListColumn<Row>[]
  filters: ListFilter[]
  /** Orders by name, with their labels. The first is the default. */
  sorts: Record<string, string>
  empty: string
  holds: ListContents
  /** Actions on ticked rows. The screen needs `bulkSubmit` of them, and shows `BulkPreview` with a question. */
  bulk?: { actions: BulkAction[]; key(row: Row): string; name(row: Row): string }
  find(app: App, query: ListQuery, by: SignedInStaff): Promise<ListPage<Row>>
}

/** One page of a list, to be shown. */
export interface ShownList<Row> {
  query: ListQuery
  page: ListPage<Row>
  options: Record<string, ListOption[]>
  mayExport: boolean
  /** Actions on ticked rows that the role may do. */
  actions: BulkAction[]
}

const queryOf = <Row>({ filters, sorts }: StaffList<Row>, { query }: StaffContext): ListQuery =>
  readListQuery(query, { filters: filters.map(f => f.name), sorts })

const recorded = <Row>({ name, holds }: StaffList<Row>, { filters }: ListQuery) => ({ name, holds, filters })

/** Finds the page of a list that the address asks for. */
export const loadList = async <Row>(list: StaffList<Row>, context: StaffContext): Promise<ShownList<Row>> => {
  const { app, staff } = context
  const query = queryOf(list, context)
  const page = await list.find(app, query, staff)
  await recordListView(app, recorded(list, query), staff)
  const options = list.filters.map(async filter => [filter.name, await filter.options(context)] as const)
  return {
    query,
    page,
    options: Object.fromEntries(await Promise.all(options)),
    mayExport: mayExport(staff, list.holds),
    actions: bulkActionsOf(staff, list.bulk?.actions ?? []),
  }
}

/** Returns the list as a file, all pages of what it shows, if the address asks for one. */
export const csvOf = <Row>(list: StaffList<Row>, context: StaffContext): Promise<CsvFile> | null =>
  context.query.as === 'csv' ? exportList(list, context) : null

const exportList = async <Row>(list: StaffList<Row>, context: StaffContext): Promise<CsvFile> => {
  const query = queryOf(list, context)
  await recordListExport(context.app, recorded(list, query), context.staff)
  return { kind: 'csv', name: `${list.name}.csv`, lines: csvLines(list, context, query) }
}

/** Reads in pages, so that memory use stays constant. */
async function* csvLines<Row>(list: StaffList<Row>, { app, staff, site }: StaffContext, query: ListQuery) {
  const columns = list.columns.filter(c => !c.onPage)
  yield csvLine(columns.map(c => c.head))
  const cells = (row: Row) => columns.map(c => cellText(c.value(row), day => dayOf(day, site.timezone)))
  for (let after: ListCursor | null = null; ; ) {
    const { rows, next } = await list.find(app, exportQuery(query, after), staff)
    yield rows.map(row => csvLine(cells(row))).join('')
    if (!next) return
    after = next
  }
}

const cellText = (value: Value, date: (instant: Date) => string) => (value instanceof Date ? date(value) : value)

/** Returns the cell of a row in the table. `date` writes an instant. */
export const tableCell = <Row>({ value, cell }: ListColumn<Row>, row: Row, date: (at: Date) => string): ReactNode =>
  cell ? cell(row) : cellText(value(row), date)

/** A filter with fixed choices. */
export const choiceFilter = (name: string, label: string, labels: Record<string, string>): ListFilter => ({
  name,
  label,
  options: () => Object.entries(labels).map(([value, label]) => ({ value, label })),
})

export const stateFilter = (labels: Record<string, string>): ListFilter => choiceFilter('state', 'State', labels)

/** Only schools that the role covers. */
export const schoolFilter: ListFilter = {
  name: 'school',
  label: 'School',
  options: async ({ app, staff }) => schoolChoices(await listSchools(app, staff)),
}

/** Only for links: the list of the people of one course. */
export const courseFilter: ListFilter = {
  name: 'course',
  label: 'Course',
  options: async ({ app, staff, query }) => {
    const course = await findCourseById(app, rowId(query.course) ?? 0, staff)
    return course ? [{ value: String(course.id), label: courseName(course) }] : []
  },
}

export const termFilter: ListFilter = {
  name: 'term',
  label: 'Term',
  options: ({ now }) => recentTerms(now).map(({ key, label }) => ({ value: key, label })),
}

export const productFilter: ListFilter = {
  name: 'product',
  label: 'Product',
  options: async ({ app }) =>
    (await listProducts(app.db)).map(({ productCode, name, isFree }) => ({
      value: productCode,
      label: isFree ? 'Free, without code or payment' : name,
    })),
}
