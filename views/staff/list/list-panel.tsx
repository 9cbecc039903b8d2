import { Fragment, type ReactNode } from 'react'
import { isSearchable } from '#src/core/rules/normalize.ts'
import { countText, type ListCursor, listParameters } from '#src/core/rules/rows.ts'
import { withQuery } from '../../pay-paths.ts'
import { Button, QuietLink } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, useDates } from '../../ui/office-page.tsx'
import { BulkBar, BulkResult, BulkTick } from './bulk.tsx'
import { type ShownList, type StaffList, tableCell } from './staff-list.ts'

const NOTHING_TO_FIND = 'Your search has no letter or digit, so nothing is found. Type a part of a name or an email.'

interface ListPanelProps<Row> {
  list: StaffList<Row>
  shown: ShownList<Row>
}

/** A list with its search box, filters and pages. Works as a GET form; client/lists.ts searches as one types. */
export const ListPanel = <Row,>({ list, shown }: ListPanelProps<Row>) => {
  const { date } = useDates()
  const { query, page, actions } = shown
  const { bulk } = list
  const columns = list.columns.filter(c => !c.inFile)
  const ticks = bulk && actions.length > 0 && page.rows.length > 0 ? bulk : null
  const shift = ticks ? 1 : 0
  const rows = (
    <div id="list-rows" className="list-rows">
      {ticks && <BulkBar keys={page.rows.map(ticks.key)} actions={actions} products={shown.options.product} />}
      <DataTable
        caption={list.title}
        head={[...(ticks ? ['Tick'] : []), ...columns.map(c => c.head)]}
        figures={columns.flatMap((c, at) => (c.figure ? [at + shift] : []))}
        minor={columns.flatMap((c, at) => (c.minor ? [at + shift] : []))}
        empty={query.words !== '' && !isSearchable(query.words) ? NOTHING_TO_FIND : list.empty}
        rows={page.rows.map((row, at) => ({
          key: at,
          cells: [
            ...(ticks ? [<BulkTick key="tick" value={ticks.key(row)} name={ticks.name(row)} />] : []),
            ...columns.map(column => tableCell(column, row, date)),
          ],
        }))}
      />
      <Pages list={list} shown={shown} />
    </div>
  )
  return (
    <Panel title={list.title} id={list.name}>
      <BulkResult />
      <ListForm list={list} shown={shown} />
      <p className="soft" role="status" id="list-count">
        {countText(page.count)}
      </p>
      {ticks ? (
        <form method="post" action={addressOf(list, shown, query.after)}>
          {rows}
        </form>
      ) : (
        rows
      )}
      {query.after && (
        <p>
          <a href={addressOf(list, shown, null)}>Back to the first page</a>
        </p>
      )}
    </Panel>
  )
}

const addressOf = <Row,>({ path }: StaffList<Row>, { query }: ShownList<Row>, after: ListCursor | null) =>
  withQuery(path, listParameters(query, after))

const ListForm = <Row,>({ list, shown: { query, options } }: ListPanelProps<Row>) => (
  <search>
    <form method="get" action={list.path} className="row list-form" data-list={list.name}>
      <Field
        label={list.search}
        name="q"
        type="search"
        defaultValue={query.words}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {list.filters
        .filter(({ name }) => options[name]?.length)
        .map(({ name, label, none = 'All' }) => (
          <Select
            key={name}
            label={label}
            name={name}
            value={query.filters[name] ?? ''}
            options={[{ value: '', label: none }, ...(options[name] ?? [])]}
          />
        ))}
      <Select
        label="Order"
        name="sort"
        value={query.sort}
        options={Object.entries(list.sorts).map(([value, label]) => ({ value, label }))}
      />
      <Button look="quiet">Show</Button>
    </form>
  </search>
)

const Pages = <Row,>({ list, shown }: ListPanelProps<Row>) => {
  const { query, page, mayExport } = shown
  return (
    <div className="buttons">
      {page.next && (
        <QuietLink href={addressOf(list, shown, page.next)} rel="next">
          Next
        </QuietLink>
      )}
      {mayExport && page.rows.length > 0 && (
        <QuietLink href={withQuery(list.path, { ...listParameters(query, null), as: 'csv' })} download>
          Save list as CSV
        </QuietLink>
      )}
    </div>
  )
}

/** A cell with a second, softer line. */
export const TwoLines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <>
    {children}
    <div className="soft">{below}</div>
  </>
)

/** The same as a function, like `linkTo`, for an array of cells. */
export const twoLines = (first: ReactNode, below: ReactNode) => <TwoLines below={below}>{first}</TwoLines>

/** Longest email that fits on a line of a list. */
const FITTING = 34

/** An email that breaks after its @ and periods if it is long. A shorter one stays one text, to be searched and copied. */
export const Email = ({ email }: { email: string }) =>
  email.length <= FITTING
    ? email
    : email.split(/(?<=[@.])/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))
