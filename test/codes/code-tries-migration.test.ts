import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import reasons from '#src/core/rules/languages/en/reasons.ts'
import { testApp } from '../support/app.ts'

const sql = readFileSync(join(import.meta.dirname, '../../migrations/0023_code_try_reasons.sql'), 'utf8')

t.test('the stored sentences of earlier releases become reasons', async t => {
  const { db } = await testApp(t)
  const store = async (codeHash: string, answer: string) =>
    db.client.query(
      `insert into code_tries (subject_kind, subject_id, code_hash, answer, last_at) values ('enrollment', 1, $1, $2, now())`,
      [codeHash, answer],
    )
  await store('a', reasons.code_unknown)
  await store('b', reasons.code_expired)
  await store('c', reasons.MAX)
  await store('d', reasons.MAX_SAME_EMAIL)
  await store('e', reasons.MAX_OTHER_EMAIL)
  await store('f', reasons.code_not_used_here('Old name'))
  await store('f', reasons.code_not_used_here('New name'))
  await store('g', 'A sentence of another release.')
  for (const statement of sql.split('--> statement-breakpoint')) await db.client.query(statement)
  const { rows } = await db.client.query('select code_hash, answer from code_tries order by id')
  t.strictSame(
    rows.map(r => [r.code_hash, r.answer]),
    [
      ['a', 'code_unknown'],
      ['b', 'code_expired'],
      ['c', 'MAX'],
      ['d', 'MAX_SAME_EMAIL'],
      ['e', 'MAX_OTHER_EMAIL'],
      ['f', reasons.code_not_used_here('Old name')],
      ['f', 'code_not_used_here'],
      ['g', 'A sentence of another release.'],
    ],
  )
})
