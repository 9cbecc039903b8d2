import { escapeHtml } from '#src/core/rules/plain-text.ts'

export interface ExportedTable {
  table: string
  purpose: string
  rows: Record<string, unknown>[]
}

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

const lineHtml = (tag: 'th' | 'td', values: string[]): string =>
  `<tr>${values.map(value => `<${tag}>${escapeHtml(value)}</${tag}>`).join('')}</tr>`

const tableHtml = ({ table, purpose, rows }: ExportedTable): string => {
  const names = Object.keys(rows[0] ?? {})
  const head = names.map(name => name.replaceAll('_', ' '))
  const lines = rows.map(row =>
    lineHtml(
      'td',
      names.map(name => cell(row[name])),
    ),
  )
  return `<h2>${escapeHtml(purpose)}</h2>
<p>${escapeHtml(table)}</p>
<div><table>${lineHtml('th', head)}${lines.join('')}</table></div>`
}

/** The readable page of an export: one table for each kind of data. */
export const exportHtml = (tables: ExportedTable[], day: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Personal data</title>
<style>
body{font:16px/1.5 sans-serif;margin:2rem;max-width:70rem}
div{overflow-x:auto}
table{border-collapse:collapse}
td,th{border:1px solid #888;padding:.25rem .5rem;text-align:left;vertical-align:top;white-space:pre-wrap}
h2+p{color:#555;margin-top:-.5rem}
</style>
<h1>Personal data</h1>
<p>This is what Signbook keeps about one person, as of ${escapeHtml(day)}.</p>
${tables.map(tableHtml).join('\n')}
</html>
`
