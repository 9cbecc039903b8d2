import type { Database } from '#src/core/db/db.ts'

/** Returns all text of all tables, the job queue included, one row a line. */
export const dumpOf = async (db: Database): Promise<string> => {
  const { rows: tables } = await db.client.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.client.query<{ line: string }>(`select t::text as line from ${name} t`)
    lines.push(...rows.map(row => `${name}: ${row.line}`))
  }
  return lines.join('\n')
}
