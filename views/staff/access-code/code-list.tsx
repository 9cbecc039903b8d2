import { listCodes } from '#src/codes/list-codes.ts'
import { codeSorts, codeStates, type ListedCode } from '#src/codes/rules/code-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { CodeLink } from '../code-link.tsx'
import { productFilter, schoolFilter, stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'

/** All access codes that the role may read. */
export const codeList: StaffList<ListedCode> = {
  name: 'codes',
  title: 'All codes',
  path: paths.accessCode,
  search: 'Code begins with',
  columns: [
    { head: 'Code', value: k => k.code, cell: k => <CodeLink code={k.code} /> },
    { head: 'Product', value: k => k.productCode },
    { head: 'Used', value: k => k.used, cell: k => `${k.used}/${k.maxUsage}`, figure: true },
    { head: 'Uses', value: k => k.maxUsage, inFile: true },
    { head: 'Good until', value: k => k.expiresAt },
    {
      head: 'Batch',
      value: k => k.batchId,
      cell: k => (k.batchId ? <a href={hrefs.batch(k.batchId)}>Batch {k.batchId}</a> : k.isTest ? 'Test Coupon' : ''),
      minor: true,
    },
    { head: 'Since', value: k => k.createdAt, minor: true },
  ],
  filters: [schoolFilter, productFilter, stateFilter(codeStates)],
  sorts: codeSorts,
  empty: 'No code matches.',
  holds: 'codes',
  find: listCodes,
}
