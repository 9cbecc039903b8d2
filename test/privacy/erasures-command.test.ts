import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { people } from '#src/access/store/schema/people.ts'
import { makeFingerprint } from '#src/core/crypto.ts'
import { erasures } from '#src/desk/store/schema/erasures.ts'
import { SECRET } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { runMain } from '../support/running.ts'
import { makeConsumer } from '../support/school.ts'

t.test('npm run erasures prints the list and applies it to a restored backup', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const db = await openAt(t, DATABASE_URL)
  const school = await makeConsumer({ db })
  const of = (ltiUserId: string) => ({ consumerId: school.id, ltiUserId, name: `Restored ${ltiUserId}` })
  await db.orm.insert(people).values([of('ann'), of('bob')].map(p => ({ ...p, createdAt: new Date('2026-01-01') })))
  const keyHash = makeFingerprint(SECRET)(`consumer:${school.id}:ann`)
  const at = new Date('2026-02-01T00:00:00Z')
  const folder = dataFolder(t)
  const run = async (...args: string[]) => {
    const settings = { DATABASE_URL, DATA_DIR: folder, DEMO: 'on' }
    const command = runMain(t, ['erasures', ...args], settings)
    const { code } = await command.ended
    return { code, output: command.output() }
  }
  const file = join(folder, 'erasures.txt')
  writeFileSync(file, `${keyHash}\t${at.toISOString()}\n`)
  t.match(await run('apply', file), { code: 0, output: /^Records erased again: 1$/m })
  t.strictSame(
    (await db.orm.select().from(people).orderBy(people.id)).map(p => [p.ltiUserId, p.erasedAt !== null]),
    [
      ['bob', false],
      [null, true],
    ],
  )
  t.match(await db.orm.select().from(erasures), [{ keyHash, asked: 'restore', actor: 'system' }])
  t.match(await run('list'), { code: 0, output: new RegExp(`^${keyHash}\t`, 'm') })
  t.match(await run('apply', file), { code: 0, output: /^Records erased again: 0$/m })
  const other = { DATABASE_URL, DATA_DIR: folder, DEMO: 'on', APP_SECRET: 'another secret of the application' }
  for (const args of [['erasures', 'apply', file], ['reseal'], ['move-out', join(folder, 'out')]]) {
    const command = runMain(t, args, other)
    await command.ended
    t.match(
      command.output(),
      /^APP_SECRET: the secrets in the database were encrypted with a different one/m,
      args.join(' '),
    )
  }
  writeFileSync(file, 'rubbish')
  t.match(await run('apply', file), { code: 1, output: /This is no line of the list: rubbish/ })
  t.match(await run(), { code: 1, output: /Use one of/ })
})
