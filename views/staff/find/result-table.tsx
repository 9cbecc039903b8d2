import type { ComponentProps } from 'react'
import { findMessages } from '#src/staff/rules/staff-search.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

interface ResultTableProps extends Omit<ComponentProps<typeof DataTable>, 'caption' | 'empty'> {
  title: string
  /** Number of all matches by name. */
  named?: number
}

/** Results of one kind; renders nothing when there are none. */
export const ResultTable = ({ title, named = 0, ...table }: ResultTableProps) =>
  table.rows.length > 0 && (
    <Panel title={title}>
      <DataTable caption={title} empty="" {...table} />
      {named > table.rows.length && <p className="soft">{findMessages.more(named)}</p>}
    </Panel>
  )
