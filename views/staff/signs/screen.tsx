import { rowIds } from '#src/core/rules/rows.ts'
import { may } from '#src/core/rules/staff.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import type { HiddenSign } from '#src/signs/rules/added-signs.ts'
import { columnOf, entryFieldNames, entryFields, writeEntry } from '#src/signs/rules/entry-fields.ts'
import { type ListedSign, lackable, signSorts, signStates } from '#src/signs/rules/sign-changes.ts'
import { approveChange } from '#src/signs/sign-changes.ts'
import { countSignFiles } from '#src/signs/sign-import.ts'
import { listSigns, listUnits, viewHiddenSigns } from '#src/signs/signs.ts'
import { done } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Badge, DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { choiceFilter, csvOf, loadList, type StaffList, stateFilter } from '../list/staff-list.ts'
import { ChangeTag } from '../sign/changes.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const list = await loadList(signList, context)
  const reviews = may(context.staff, 'review') && list.query.filters.state === 'waiting'
  /** Changes on this page of the list that the reviewer may approve together. */
  const waiting = reviews ? list.page.rows.flatMap(row => (row.withdraws ? [] : (row.changeId ?? []))) : []
  const hidden = await viewHiddenSigns(context.app, context.staff)
  const files = await countSignFiles(context.app, context.staff)
  return page({ list, hidden, waiting, files }, { title: 'Signs' })
}

/** Approves the changes that the page showed. One that was changed since stays as it is. */
const approveAll = async ({ app, staff, url }: StaffContext, { all }: Form) => {
  const ids = rowIds(all.change)
  let approved = 0
  for (const id of ids) if ((await approveChange(app, id, staff)).ok) approved++
  const left = ids.length - approved
  const text = left === 0 ? `Approved: ${approved}.` : `Approved: ${approved}. Look at the other ${left} again.`
  return done(localPath(url), text, { tone: left === 0 ? 'good' : 'problem' })
}

/** The entries of the dictionary, for signers and reviewers. */
export const signsScreen = staffScreen({
  path: paths.signs,
  right: 'clips',
  nav: { section: 'Dictionary', label: 'Signs', waits: 'signs' },
  load: async context => csvOf(signList, context) ?? load(context),
  submit: { 'approve-all': approveAll },
  View: ({ data: { list, hidden, waiting, files } }) => (
    <OfficePage title="Signs" lead="Complete the entries of the dictionary. A reviewer approves each change.">
      <p className="buttons">
        <QuietLink href={paths.addSign}>Add an entry</QuietLink>
        <QuietLink href={paths.importSigns}>
          {' '}
          Import from CSV
          {files > 0 && <span className="count">{files}</span>}
        </QuietLink>
        <QuietLink href={hrefs.signs({ state: 'waiting' })}>What waits for review</QuietLink>
      </p>
      {waiting.length > 1 && (
        <Panel form>
          <form method="post" action={`${paths.signs}?state=waiting`} className="form">
            {waiting.map(id => (
              <input key={id} type="hidden" name="change" value={id} />
            ))}
            <p>Did you check the changes below? You can approve them together.</p>
            <ActionButton intent="approve-all" label={`Approve ${waiting.length} changes`} />
          </form>
        </Panel>
      )}
      {hidden.length > 0 && <HiddenSigns signs={hidden} />}
      <ListPanel list={signList} shown={list} />
    </OfficePage>
  ),
})

const columnInFile = (field: string, value: (sign: ListedSign) => string | number | null) => ({
  head: columnOf(field),
  value,
  inFile: true as const,
})

/** Columns of the CSV file, as in content files. It can be imported again. */
const fileColumns: StaffList<ListedSign>['columns'] = [
  ...(['gloss', 'unit', 'lesson'] as const).map(field => columnInFile(field, sign => sign[field])),
  ...entryFieldNames.map(field => columnInFile(field, sign => writeEntry(sign)[field])),
  ...(['video', 'example', 'signer', 'reviewedBy', 'reviewedAt', 'transcript', 'picture'] as const).map(field =>
    columnInFile(field, sign => sign[field]),
  ),
]

/** All entries of the dictionary. */
const signList: StaffList<ListedSign> = {
  name: 'signs',
  title: 'All entries',
  path: paths.signs,
  search: 'Gloss or meaning',
  columns: [
    {
      head: 'Sign',
      value: sign => sign.gloss,
      cell: sign => (
        <TwoLines below={sign.english.join(', ')}>
          <a className="gloss" href={hrefs.sign(sign.slug)}>
            {sign.gloss}
          </a>
        </TwoLines>
      ),
      onPage: true,
    },
    { head: 'Spanish', value: sign => sign.spanish.join(', '), minor: true, onPage: true },
    { head: 'Lesson', value: sign => sign.lesson, onPage: true },
    { head: 'Handshape', value: sign => sign.handshape, minor: true, onPage: true },
    { head: 'Location', value: sign => sign.location, minor: true, onPage: true },
    {
      head: 'Latest change',
      value: ({ state }) => state,
      cell: ({ state }) => state && <ChangeTag state={state} />,
      onPage: true,
    },
    ...fileColumns,
  ],
  filters: [
    {
      name: 'unit',
      label: 'Unit',
      options: async ({ app }) =>
        (await listUnits(app.db)).map(unit => ({ value: String(unit), label: `Unit ${unit}` })),
    },
    stateFilter(signStates),
    choiceFilter('lacks', 'Lacks', Object.fromEntries(lackable.map(field => [field, entryFields[field].label]))),
  ],
  sorts: signSorts,
  empty: 'No entry matches.',
  holds: 'facts',
  find: listSigns,
}

/** Entries that the dictionary does not show. */
const HiddenSigns = ({ signs }: { signs: HiddenSign[] }) => (
  <Panel title="Not in the dictionary">
    <DataTable
      caption="Entries that the dictionary does not show"
      head={['Sign', 'Lesson', 'State']}
      rows={signs.map(({ slug, gloss, lesson, withdraws, state }) => ({
        key: slug,
        cells: [
          <a key="s" className="gloss" href={hrefs.sign(slug)}>
            {gloss}
          </a>,
          lesson,
          withdraws ? <Badge key="t">Withdrawn</Badge> : <ChangeTag key="t" state={state} />,
        ],
      }))}
    />
  </Panel>
)
