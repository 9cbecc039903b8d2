import { listUnits } from '#src/signs/list-units.ts'
import { columnOf, entryFieldNames, entryFields, writeEntry } from '#src/signs/rules/entry-fields.ts'
import { type ListedSign, lackable, signSorts, signStates } from '#src/signs/rules/sign-list.ts'
import { listSigns } from '#src/signs/view-signs.ts'
import { hrefs, paths } from '../../paths.ts'
import { choiceFilter, stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { TwoLines } from '../list/two-lines.tsx'
import { ChangeTag } from '../sign/change-tag.tsx'

/** Columns of the CSV file, as in content files. It can be imported again. */
const fileColumns: StaffList<ListedSign>['columns'] = [
  { head: 'gloss', value: ({ sign }) => sign.gloss, inFile: true },
  { head: 'unit', value: ({ sign }) => sign.unit, inFile: true },
  { head: 'lesson', value: ({ sign }) => sign.lesson, inFile: true },
  ...entryFieldNames.map(field => ({
    head: columnOf(field),
    value: ({ sign }: ListedSign) => writeEntry(sign)[field],
    inFile: true as const,
  })),
  { head: 'video', value: ({ sign }) => sign.video, inFile: true },
  { head: 'example', value: ({ sign }) => sign.example, inFile: true },
  { head: 'signer', value: ({ sign }) => sign.signer, inFile: true },
  { head: 'reviewed_by', value: ({ sign }) => sign.reviewedBy, inFile: true },
  { head: 'reviewed_at', value: ({ sign }) => sign.reviewedAt, inFile: true },
  { head: 'transcript', value: ({ sign }) => sign.transcript, inFile: true },
]

/** All entries of the dictionary. */
export const signList: StaffList<ListedSign> = {
  name: 'signs',
  title: 'All entries',
  path: paths.signs,
  search: 'Gloss or meaning',
  columns: [
    {
      head: 'Sign',
      value: ({ sign }) => sign.gloss,
      cell: ({ sign }) => (
        <TwoLines below={sign.english.join(', ')}>
          <a className="gloss" href={hrefs.sign(sign.slug)}>
            {sign.gloss}
          </a>
        </TwoLines>
      ),
      onPage: true,
    },
    { head: 'Spanish', value: ({ sign }) => sign.spanish.join(', '), minor: true, onPage: true },
    { head: 'Lesson', value: ({ sign }) => sign.lesson, onPage: true },
    { head: 'Handshape', value: ({ sign }) => sign.handshape, minor: true, onPage: true },
    { head: 'Location', value: ({ sign }) => sign.location, minor: true, onPage: true },
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
      options: async ({ app }) => (await listUnits(app)).map(unit => ({ value: String(unit), label: `Unit ${unit}` })),
    },
    stateFilter(signStates),
    choiceFilter('lacks', 'Lacks', Object.fromEntries(lackable.map(field => [field, entryFields[field].label]))),
  ],
  sorts: signSorts,
  empty: 'No entry matches.',
  holds: 'facts',
  find: listSigns,
}
