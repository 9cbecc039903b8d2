import { listBatches } from '#src/codes/list-codes.ts'
import { batchSorts, batchStates, type ListedBatch } from '#src/codes/rules/batch-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { productFilter, schoolFilter, stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'

/** All batches of codes. */
export const batchList: StaffList<ListedBatch> = {
  name: 'batches',
  title: 'Earlier codes',
  path: paths.codes,
  search: 'Note or colleague',
  columns: [
    {
      head: 'Batch',
      value: b => b.id,
      cell: b => (
        <a href={hrefs.batch(b.id)} className="one-line">
          Batch {b.id}
        </a>
      ),
    },
    { head: 'Made', value: b => b.createdAt },
    { head: 'Product', value: b => b.productCode },
    {
      head: 'School',
      value: b => b.school?.name ?? '',
      cell: b => b.school && <a href={hrefs.schoolPage(b.school.id)}>{b.school.name}</a>,
    },
    { head: 'Codes', value: b => b.size, figure: true },
    { head: 'Seats', value: b => b.seats, figure: true },
    { head: 'Used', value: b => b.used, figure: true },
    { head: 'By', value: b => b.madeBy, cell: b => <span className="one-line">{b.madeBy}</span>, minor: true },
    { head: 'Note', value: b => b.note },
  ],
  filters: [schoolFilter, productFilter, stateFilter(batchStates)],
  sorts: batchSorts,
  empty: 'No codes yet.',
  holds: 'facts',
  find: listBatches,
}
