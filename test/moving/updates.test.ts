import t from 'tap'
import { testApp } from '../support/app.ts'
import { move, UPDATE } from '../support/move.ts'

const NOW = new Date('2026-11-24T16:00:00Z')
const TOKEN = 'token-of-ana-00001'
const PLACES = {
  'schools.csv': 'name\nRiver\n',
  'platforms.csv': `issuer,client_id,authorization_redirect,public_keys_url,grant_url\nhttp://lms.example/,c1,http://lms.example/a,http://lms.example/k,http://lms.example/t\n`,
  'deployments.csv': 'issuer,client_id,deployment_id,school\nhttp://lms.example/,c1,d1,River\n',
  'courses.csv': 'issuer,client_id,deployment_id,context_id\nhttp://lms.example/,c1,d1,c1\n',
  'people.csv': 'issuer,client_id,user_id\nhttp://lms.example/,c1,ana\n',
}

/** The cells of Ana's row that a move may write. Her course has no end, so that access lasts six months. */
interface Access {
  role?: string
  processed_at?: string
  source?: string
  stripe_event_id?: string
  access_ends_at?: string
}
const entitlement = (access: Access) => ({
  'entitlements.csv': `issuer,client_id,deployment_id,context_id,${['user_id', 'token', ...Object.keys(access)].join(',')}
http://lms.example/,c1,d1,c1,${['ana', TOKEN, ...Object.values(access)].join(',')}\n`,
})

const noon = (day: string) => `${day}T12:00:00.000Z`
const [FIRST, LAST, JUNE] = [noon('2025-07-01'), noon('2026-02-01'), noon('2026-06-30')]
const [SOON, LATER] = [noon('2026-12-31'), noon('2027-06-30')]
const OF_CODE = { processed_at: LAST, source: 'code', stripe_event_id: 'evt_1' }
const NEVER = { processed_at: null, source: null, stripe_event_id: null, access_ends_at: null }

/** A row here, the row of the file, the columns that are different, and the row after an update. */
const CASES: [what: string, here: Access, file: Access, differs: string[], after: Record<string, string | null>][] = [
  [
    'has no access here, and in the file',
    {},
    { ...OF_CODE, processed_at: JUNE },
    ['processed_at', 'source', 'stripe_event_id'],
    { ...OF_CODE, processed_at: JUNE, access_ends_at: '2026-12-30T12:00:00.000Z' },
  ],
  [
    'has no access here, and another role and access in the file',
    {},
    { role: 'observer', processed_at: JUNE, access_ends_at: SOON },
    ['role', 'processed_at', 'access_ends_at'],
    { role: 'observer', processed_at: JUNE, source: 'migrated', access_ends_at: SOON },
  ],
  [
    'has no access here, and some that is over in the file',
    {},
    { processed_at: FIRST },
    ['processed_at'],
    { ...NEVER, access_ends_at: '2026-01-01T12:00:00.000Z' },
  ],
  [
    'has access here that runs on, and no end in the file',
    { ...OF_CODE, access_ends_at: LATER },
    { role: 'observer', ...OF_CODE },
    ['role'],
    { role: 'observer', ...OF_CODE, access_ends_at: LATER },
  ],
  [
    'has access here that runs on, and was let in earlier in the file',
    { ...OF_CODE, access_ends_at: LATER },
    { processed_at: FIRST },
    ['processed_at'],
    { ...OF_CODE, processed_at: FIRST, access_ends_at: LATER },
  ],
  [
    'has access here, and an end that has passed in the file',
    { ...OF_CODE, access_ends_at: LATER },
    { ...OF_CODE, access_ends_at: JUNE },
    ['access_ends_at'],
    { ...NEVER, access_ends_at: JUNE },
  ],
  [
    'has access here, and none in the file',
    { ...OF_CODE, access_ends_at: LATER },
    { role: 'observer' },
    ['role'],
    { role: 'observer', ...OF_CODE, access_ends_at: LATER },
  ],
  [
    'had access here, and the same in the file',
    { ...OF_CODE, access_ends_at: JUNE },
    { role: 'observer', ...OF_CODE },
    ['role'],
    { ...NEVER, role: 'observer', access_ends_at: JUNE },
  ],
  [
    'had access here, and more in the file',
    { ...OF_CODE, access_ends_at: JUNE },
    { ...OF_CODE, access_ends_at: LATER },
    ['processed_at', 'source', 'stripe_event_id', 'access_ends_at'],
    { ...OF_CODE, access_ends_at: LATER },
  ],
  [
    'had access here, and a new period in the file',
    { ...OF_CODE, access_ends_at: LAST },
    { processed_at: JUNE },
    ['processed_at'],
    { processed_at: JUNE, source: 'migrated', access_ends_at: '2026-12-30T12:00:00.000Z' },
  ],
]

t.test('updates access only as the file says, lists it, and finds it the same afterwards', async t => {
  for (const [what, here, file, differs, after] of CASES) {
    const app = await testApp(t)
    app.clock.set(NOW)
    t.equal((await move(t, app, { ...PLACES, ...entitlement(here) }, { writes: true })).code, 0, what)
    const { code, lines } = await move(t, app, entitlement(file), UPDATE)
    t.equal(code, 0, what)
    t.strictSame(
      lines.map(line => line.split(':')[2]),
      differs,
      what,
    )
    const { rows } = await app.db.client.query(
      'select role, processed_at, source, stripe_event_id, access_ends_at from entitlements where token = $1',
      [TOKEN],
    )
    t.match(JSON.parse(JSON.stringify(rows[0])), after, what)
    t.strictSame((await move(t, app, entitlement(file))).lines, [], `${what}: the same afterwards`)
  }
})

t.test('access that was taken away here stays so, unless it began again since', async t => {
  const app = await testApp(t)
  app.clock.set(NOW)
  const row = entitlement({ ...OF_CODE, access_ends_at: LATER })
  await move(t, app, { ...PLACES, ...row }, { writes: true })
  await app.db.client.query(
    'update entitlements set processed_at = null, source = null, stripe_event_id = null, access_ends_at = null, unprocessed_at = $1',
    [JUNE],
  )
  const { code, lines } = await move(t, app, row, UPDATE)
  t.equal(code, 0)
  t.match(lines, [/^entitlements.csv:2:processed_at: notice: This access was taken away here and stays so/])
  const read = async () =>
    (await app.db.client.query('select processed_at, source, access_ends_at from entitlements')).rows[0]
  t.strictSame(await read(), { processed_at: null, source: null, access_ends_at: null })
  const again = entitlement({ processed_at: noon('2026-07-01'), access_ends_at: SOON })
  await move(t, app, again, UPDATE)
  t.match(JSON.parse(JSON.stringify(await read())), { processed_at: noon('2026-07-01'), access_ends_at: SOON })
})
