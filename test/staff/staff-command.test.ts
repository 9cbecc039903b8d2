import t from 'tap'
import { staffCommand } from '#src/accounts/staff.ts'
import { freshDatabase } from '../support/database.ts'

t.test('npm run staff adds, lists and removes staff, and refuses wrong arguments', async t => {
  const db = await freshDatabase(t)
  const run = (...argv: string[]) => staffCommand(db, argv)
  t.match(await run('list'), [/^No staff users yet/])
  t.strictSame(await run('add', 'Ana@Example.com', '--first', 'Ana', '--last', 'Iñiguez', '--phone', '415 555 0100'), [
    'ana@example.com can log in as manager.',
  ])
  t.strictSame(await run('add', 'ana@example.com', '--role', 'viewer'), ['ana@example.com can log in as viewer.'])
  t.strictSame(await run('list'), ['ana@example.com\tAna Iñiguez\tviewer\t+14155550100'], 'what is left out stays')
  t.match(await run('remove', 'ana@example.com'), [/can no longer log in/])
  const { rows } = await db.client.query('select action, actor, before, after from audit order by id')
  const email = 'ana@example.com'
  t.strictSame(
    rows,
    [
      { action: 'add-staff', actor: 'system', before: null, after: { email, role: 'manager' } },
      { action: 'change-staff', actor: 'system', before: { role: 'manager' }, after: { email, role: 'viewer' } },
      { action: 'remove-staff', actor: 'system', before: { email, role: 'viewer' }, after: null },
    ],
    'each is audited',
  )
  for (const bad of [
    [],
    ['add'],
    ['add', 'nobody'],
    ['drop', 'a@b.c'],
    ['add', 'a@b.c', '--role', 'king'],
    ['add', 'a@b.c', '--x'],
    ['add', 'a@b.c', '--image', 'http://img.example/a.png'],
  ])
    await t.rejects(run(...bad), /Use one of|expected (one of|the https)/, `refused: ${bad.join(' ')}`)
  await t.rejects(run('remove', 'ana@example.com'), /is not a staff user/)
})
