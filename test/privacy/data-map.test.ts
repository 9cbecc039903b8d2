import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import t from 'tap'
import { columnsOf, dataMap, unnamedColumns } from '#src/desk/store/data-map/data-map.ts'
import { entry } from '#src/desk/store/data-map/entry.ts'
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
  for (const { table, named } of dataMap) {
    const keys = Object.values(named).flat()
    t.equal(new Set(keys).size, keys.length, `${getTableName(table)}: each column once`)
  }
})

t.test('the data map names every column that can hold a text', t => {
  t.strictSame(dataMap.flatMap(unnamedColumns), [])
  t.end()
})

t.test('a new column that can hold a text has to be named, others not', t => {
  const planted = pgTable('planted', c => ({
    id: c.bigint({ mode: 'number' }).primaryKey(),
    sessionId: c.uuid(),
    at: c.timestamp({ withTimezone: true }),
    isOn: c.boolean(),
    productIds: c.bigint({ mode: 'number' }).array(),
    state: c.text({ enum: ['on', 'off'] }),
    email: c.text(),
    nickName: c.text(),
    shortName: c.varchar(),
    facts: c.jsonb(),
    tags: c.text().array(),
    address: c.inet(),
  }))
  const about = { purpose: 'A test', kept: 'people', seenBy: 'nobody' } as const
  const free = ['nick_name', 'short_name', 'facts', 'tags', 'address'].map(name => `planted.${name}`)
  t.strictSame(unnamedColumns(entry(planted, { ...about, personal: ['email'] })), free)
  t.strictSame(unnamedColumns(entry(planted, { ...about, personal: ['email'], others: 'staff' })), free)
  const kinds = (more: object) =>
    Object.fromEntries(columnsOf(entry(planted, { ...about, ...more })).map(c => [c.name, c.held]))
  t.match(kinds({ personal: ['email'] }), { email: 'personal', id: 'plain', session_id: 'plain', state: 'plain' })
  t.match(kinds({ rows: 'true', erase: 'delete' }), { id: 'record', at: 'record', product_ids: 'record' })
  t.match(kinds({ others: 'staff' }), { is_on: 'staff', at: 'staff' })
  t.end()
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
