import type { FileName } from '../rules/files.ts'
import { codeTables } from './code-tables.ts'
import { personTables } from './person-tables.ts'
import { placeTables } from './place-tables.ts'
import type { FileSql } from './table-sql.ts'

export const tables: Record<FileName, FileSql> = { ...placeTables, ...personTables, ...codeTables }
