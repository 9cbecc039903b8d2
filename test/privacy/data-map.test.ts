import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import t from 'tap'
import { held } from '#src/privacy/store/data-map/entry.ts'
import { dataMap } from '#src/privacy/store/data-map/index.ts'
import { columnsOf } from '#src/privacy/store/erase-rows.ts'
import { root } from '../support/app.ts'
import { dataMapText } from '../support/data-map.ts'
import { freshDatabase } from '../support/database.ts'

t.test('the data map classifies every column of the database', async t => {
  const db = await freshDatabase(t)
  const { rows } = await db.client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by column_name::text collate "C") as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  const columns = dataMap.map(entry => [
    getTableName(entry.table),
    columnsOf(entry)
      .map(c => c.name)
      .sort(),
  ])
  t.ok(rows.length > 30, 'the database was read')
  t.strictSame(Object.fromEntries(columns), Object.fromEntries(rows.map(r => [r.table, r.columns])))
  t.equal(new Set(columns.map(([name]) => name)).size, dataMap.length, 'each table once')
  for (const entry of dataMap)
    for (const { name, held: is } of columnsOf(entry)) t.ok(is in held, `${getTableName(entry.table)}.${name}: ${is}`)
})

t.test('what erasing does agrees with the columns', t => {
  for (const entry of dataMap) {
    const name = getTableName(entry.table)
    const has = (...kinds: string[]) => columnsOf(entry).some(c => kinds.includes(c.held))
    if (entry.erase === 'nothing') t.notOk(has('personal', 'text', 'token'), `${name}: nothing to erase`)
    if (entry.erase === 'cut') t.ok(has('text') && !has('personal', 'token'), `${name}: only texts`)
    if (entry.erase === 'stay') t.notOk(has('personal', 'text', 'token'), `${name}: only the books`)
    t.equal(entry.rows !== undefined, ['delete', 'clear', 'replace', 'stay'].includes(entry.erase), `${name}: rows`)
  }
  t.end()
})

t.test('docs/privacy.md shows the data map', t => {
  const file = join(root, 'docs/privacy.md')
  const [first = ''] = readFileSync(file, 'utf8').split('## Words of the map')
  if (process.env.WRITE_DOCS) writeFileSync(file, `${first}${dataMapText()}\n`)
  t.equal(readFileSync(file, 'utf8'), `${first}${dataMapText()}\n`)
  t.end()
})
