import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { move, UPDATE } from '../support/move.ts'
import { countOf } from '../support/rows.ts'
import { launch } from '../support/school.ts'

const url = (path: string) => `http://lms.example/${path}`
/** A school with both kinds of connection, and two students. */
const GOOD = {
  'schools.csv': 'Name;NOTE\nRiver;"a;b"\n',
  'consumers.csv': 'key,school,secret\nriver,river,secret one\n',
  'platforms.csv': `issuer,client_id,authorization_redirect,public_keys_url,grant_url\n${url('')},c1,${url('a')},${url('k')},${url('t')}\n`,
  'deployments.csv': `issuer,client_id,deployment_id,school,status\n${url('')},c1,d1,River,\n${url('')},c1,d2,,waiting\n`,
  'products.csv':
    'product_code,name,stripe_price_id,units_for_teacher\nASL1,ASL 1,price_1,2|1\nASL2,ASL 2,price_2,\nFREE,zfree,price_0,\n',
  'courses.csv': `consumer_key,issuer,client_id,deployment_id,context_id,product_codes,term_end_at\nriver,,,,c1,ASL1|ASL2,12/18/2099\n,${url('')},c1,d1,c1,ASL1,\n`,
  'people.csv': `consumer_key,issuer,client_id,user_id,email,name\nriver,,,u1,ana@river.example,Ana\n,${url('')},c1,u1,,Bo\n,,,,cy@river.example,Cy\n`,
  'entitlements.csv': `consumer_key,issuer,client_id,deployment_id,context_id,user_id,email,token,processed_at,source
river,,,,c1,u1,,token-of-ana-00001,2026-07-01,code
,${url('')},c1,d1,c1,u1,,token-of-bo-000001,,
river,,,,c1,,cy@river.example,,,
`,
  'grade_targets.csv': `token,resource_link_id,grade_passback_id,outcome_service_url\ntoken-of-ana-00001,r1,src,${url('out')}\n`,
  'codes.csv': 'coupon_code,product_code,max_usage,used\nBOOK-0001,ASL1,,\nCLASS-0001,ASL2,30,10\n',
  'code_uses.csv': 'coupon_code,token,attached_at\nbook 0001,token-of-ana-00001,2026-07-01\n',
  'activations.csv':
    'consumer_key,context_id,product_codes,activated_at,user_email\nriver,c1,ASL1,2026-07-01,gone@river.example\n',
}
type Name = keyof typeof GOOD

/** A row, and the place and state that are said about it. */
const ROWS: [Name, row: string, said: RegExp, what: string][] = [
  ['schools.csv', 'RIVER;', /^schools\.csv:3:name: refused/, 'a school twice'],
  ['consumers.csv', 'river,River,x', /^consumers\.csv:3:key: refused/, 'a key twice'],
  ['consumers.csv', 'other,Nowhere,x', /^consumers\.csv:3:school: refused/, 'a school that is not there'],
  ['consumers.csv', 'other,River,', /^consumers\.csv:3:secret: refused/, 'no secret'],
  ['consumers.csv', 'other,River', /^consumers\.csv:3:key: refused/, 'a cell too few'],
  [
    'platforms.csv',
    `i,c,ftp://a.example,${url('k')},${url('t')}`,
    /:3:authorization_redirect: refused/,
    'no web address',
  ],
  ['deployments.csv', `${url('')},c1,d3,,`, /:4:school: refused/, 'approved without a school'],
  ['deployments.csv', `${url('')},c2,d3,River,`, /:4:client_id: refused/, 'no platform'],
  ['products.csv', 'asl1,Other,price_1,', /:5:product_code: refused/, 'a product in other letters'],
  ['products.csv', 'ASL3,ASL 3,price_3,1|20', /:5:units_for_teacher: refused/, 'unit 20'],
  ['courses.csv', `,${url('')},c1,d1,c2,ASL1|ASL2,`, /:4:product_codes: refused/, 'two products by LTI 1.3'],
  ['courses.csv', `,${url('')},c1,d2,c2,ASL1,`, /:4:deployment_id: refused/, 'a deployment that waits'],
  ['courses.csv', 'river,,,d1,c2,ASL1,', /:4:consumer_key: refused/, 'two connections'],
  ['courses.csv', ',,,,c2,ASL1,', /:4:consumer_key: refused/, 'no connection'],
  ['courses.csv', 'river,,,,c2,ASL1,2026-02-30', /:4:term_end_at: refused/, 'a day that is none'],
  ['courses.csv', 'river,,,,c2,ASL1,2026-02-01T10:00:00', /:4:term_end_at: refused/, 'a time without a zone'],
  ['courses.csv', 'river,,,,c2,ASL1,0000-00-00 00:00:00', /:4:term_end_at: refused/, 'no day of MySQL'],
  ['courses.csv', 'river,,,,c2,ASL1,1780000000', /:4:term_end_at: refused/, 'epoch seconds'],
  ['people.csv', 'river,,,,x@river.example,X', /:5:user_id: refused/, 'no id of the LMS'],
  ['people.csv', ',,,u9,x@river.example,X', /:5:user_id: refused/, 'an id of no LMS'],
  ['people.csv', 'river,,,u9,x@river,X', /:5:email: refused/, 'no email'],
  ['people.csv', ',,,,CY@river.example,X', /:5:user_id: refused/, 'an email twice'],
  ['entitlements.csv', 'river,,,,c1,u1,,another-token-0001,,', /:5:user_id: refused/, 'a person twice in a course'],
  ['entitlements.csv', 'river,,,,c1,u9,,another-token-0001,,', /:5:user_id: refused/, 'a person who is not there'],
  ['entitlements.csv', 'river,,,,c1,,,another-token-0001,,', /:5:user_id: refused/, 'nobody'],
  ['entitlements.csv', 'river,,,,c9,u1,,another-token-0001,,', /:5:context_id: refused/, 'no course'],
  ['entitlements.csv', 'river,,,,c1,u1,,short,,', /:5:token: refused/, 'a short token'],
  ['entitlements.csv', 'river,,,,c1,u1,,token-of-ana-00001,,', /:5:token: refused/, 'a token twice'],
  ['entitlements.csv', 'river,,,,c1,u1,,another-token-0001,,code', /:5:source: refused/, 'a source without access'],
  [
    'grade_targets.csv',
    `token-of-bo-000001,r1,src,${url('out')}`,
    /:3:grade_passback_id: refused/,
    'a 1.1 column by LTI 1.3',
  ],
  ['grade_targets.csv', 'token-of-ana-00001,r2,src2,', /:3:outcome_service_url: refused/, 'no address'],
  [
    'grade_targets.csv',
    `token-of-ana-00001,r1,src2,${url('out')}`,
    /:3:resource_link_id: refused/,
    'two columns of a link',
  ],
  ['codes.csv', `${'X'.repeat(21)},ASL1,,`, /:4:coupon_code: refused/, 'a long code'],
  ['codes.csv', 'FREE-0001,FREE,,', /:4:product_code: refused/, 'a code of the free product'],
  ['codes.csv', 'MANY-0001,ASL1,2,3', /:4:max_usage: refused/, 'more uses than allowed'],
  ['codes.csv', 'B00K-OOO1,ASL1,,', /:2:coupon_code: notice/, 'a look-alike'],
  ['code_uses.csv', 'BOOK-0001,token-of-bo-000001,2026-07-01', /:3:coupon_code: refused/, 'a use too many'],
  ['code_uses.csv', 'BOOK-9999,token-of-bo-000001,2026-07-01', /:3:coupon_code: refused/, 'no code'],
  ['activations.csv', 'river,c1,ASL9,2026-08-01,', /:3:product_codes: refused/, 'no product'],
]

t.test('says the place of each fault, and writes nothing without --write', async t => {
  const app = await testApp(t)
  const good = await move(t, app, GOOD)
  t.equal(good.code, 0, good.said)
  t.strictSame(good.lines, [
    'activations.csv:2:user_email: notice: No staff user here has this address. The activation is moved without a name.',
  ])
  for (const [file, row, said, what] of ROWS) {
    const { code, lines } = await move(t, app, { ...GOOD, [file]: `${GOOD[file]}${row}\n` })
    const others = lines.filter(line => !line.startsWith('activations.csv:2:user_email'))
    t.match(others[0], said, `${file}: ${what}`)
    t.ok(
      others.slice(1).every(line => line.includes(': notice: ')),
      others.join('\n'),
    )
    t.equal(code, others[0]?.includes(': notice: ') ? 0 : 1)
  }
  t.equal(await countOf(app, 'schools'), 0)
})

const WHOLE: [what: string, name: Name, file: string | Buffer, said: RegExp][] = [
  ['a wrong column', 'codes.csv', 'coupon_code,product_code,price\n', /^codes\.csv:1:price: refused/],
  ['a column twice', 'codes.csv', 'coupon_code,product_code,Product_Code\n', /^codes\.csv:1:product_code: refused/],
  ['a column that is missing', 'codes.csv', 'coupon_code\n', /^codes\.csv:1:product_code: refused/],
  ['no header', 'codes.csv', '', /^codes\.csv:1:-: refused/],
  ['a header without end', 'codes.csv', 'x'.repeat(3_000_000), /^codes\.csv:1:-: refused/],
  ['another encoding', 'schools.csv', Buffer.from('name\nA\nCaf\xe9\n', 'latin1'), /^schools\.csv:3:-: refused/],
  ['a spreadsheet', 'schools.csv', Buffer.from('name\nA\0\n'), /^schools\.csv:2:-: refused/],
  ['a quote that never closes', 'schools.csv', 'name,note\nA,b\n"C,d\nE,f\n', /^schools\.csv:3:name: refused/],
  ['a quote in a cell', 'schools.csv', 'name,note\nA,b\nC,5" high\n', /^schools\.csv:3:note: refused/],
  ['a row without end', 'schools.csv', `name\n"${'x\n'.repeat(700_000)}`, /^schools\.csv:2:name: refused/],
]

t.test('refuses a file whole, and then writes nothing', async t => {
  const app = await testApp(t)
  for (const [what, name, file, said] of WHOLE) {
    const { code, lines } = await move(t, app, { ...GOOD, [name]: file }, { writes: true })
    t.equal(code, 2, what)
    t.match(lines[0], said, what)
  }
  t.equal(await countOf(app, 'schools'), 0)
})

/** A file as spreadsheets save it, and the line of the row with a fault. */
const SAVED: [string, number][] = [
  ['name,is_k12\nA,perhaps\n', 2],
  ['\ufeffname;is_k12\r\n\r\nA;perhaps\r\n', 3],
  ['name\tis_k12\nA\tperhaps\n', 2],
  ['sep=;\r\nname;note;is_k12\r\n"A";"b\r\nc";no\r\nB;;perhaps', 5],
  ['\ufeffsep=,\r\nname,is_k12\r\nA,perhaps', 3],
]

t.test('reads what spreadsheets save, and says the line', async t => {
  const app = await testApp(t)
  for (const [text, line] of SAVED)
    t.match(
      (await move(t, app, { 'schools.csv': text })).lines,
      [new RegExp(`^schools\\.csv:${line}:is_k12: refused`)],
      text,
    )
  const { lines } = await move(t, app, { 'schools.csv': 'sep=;\nname;color\n' })
  t.match(lines[0], /^schools\.csv:2:color: refused/)
})

t.test('writes what is right, finds it the same, and overwrites only when told', async t => {
  const app = await testApp(t)
  t.equal((await move(t, app, GOOD, { writes: true })).code, 0)
  t.notMatch((await move(t, app, GOOD, { writes: true })).said, /[1-9]\d* (new|different|refused)/)
  const other = { ...GOOD, 'consumers.csv': GOOD['consumers.csv'].replace('secret one', 'secret two') }
  const differs = await move(
    t,
    app,
    { ...other, 'codes.csv': GOOD['codes.csv'].replace('30,10', '40,10') },
    { writes: true },
  )
  t.equal(differs.code, 1)
  t.strictSame(differs.lines.slice(0, 2), [
    'consumers.csv:2:secret: different: Here is another one.',
    'codes.csv:3:max_usage: different: Here it is "30", in the file "40".',
  ])
  t.notMatch(differs.said, 'secret two')
  await t.rejects(move(t, app, other, { writes: true, updates: true }), /nothing was written/)
  t.equal((await move(t, app, other, UPDATE)).code, 0)
  t.notMatch((await move(t, app, other)).said, /[1-9]\d* (new|different|refused)/)
})

t.test('takes any of the files', async t => {
  const [empty, full] = [await testApp(t), await testApp(t)]
  t.equal((await move(t, full, GOOD, { writes: true })).code, 0)
  const names = Object.keys(GOOD) as Name[]
  const pairs = names.map((name, at): Name[] => [name, names[(at + 5) % names.length]!])
  for (const subset of [...names.map(name => [name]), ...pairs]) {
    const files = Object.fromEntries(subset.map(name => [name, GOOD[name]]))
    const what = subset.join(', ')
    t.notMatch((await move(t, full, files)).said, /[1-9]\d* (new|different|refused)/, `${what}: the same`)
    const { said } = await move(t, empty, files)
    for (const name of subset)
      t.match(said, new RegExp(`^${name}: \\d+ rows`, 'm'), `${what}: read into an empty database`)
  }
})

t.test('leaves a course alone that a launch made meanwhile', async t => {
  const app = await testApp(t)
  const { 'courses.csv': courses, ...others } = GOOD
  await move(t, app, others, { writes: true })
  const products = async () =>
    (
      await app.db.client.query(
        `select c.context_id, p.product_code from courses c join course_products cp on cp.course_id = c.id
         join products p on p.id = cp.product_id where c.consumer_id is not null order by 1, 2`,
      )
    ).rows.map(row => Object.values(row).join(' '))
  const meanwhile = async (text: string) => {
    if (!text.startsWith('courses.csv: ')) return
    await launch(app, 'river', { context_id: 'c1' }, { secret: 'secret one' })
    await app.db.client.query(
      `insert into course_products select c.id, p.id from courses c, products p where c.context_id = 'c1' and p.product_code = 'FREE'`,
    )
  }
  const files = { 'courses.csv': `${courses}river,,,,c2,ASL2,\n` }
  const moved = await move(t, app, files, { writes: true, hears: meanwhile })
  t.equal(moved.code, 1)
  t.match(moved.said, /^Rows not written, .*: 1\./m)
  t.strictSame(await products(), ['c1 FREE', 'c2 ASL2'])
  t.equal((await move(t, app, files, UPDATE)).code, 0)
  t.strictSame(await products(), ['c1 ASL1', 'c1 ASL2', 'c2 ASL2'])
})

t.test('overwrites every kind of row', async t => {
  const app = await testApp(t)
  const key = (n: number) =>
    JSON.stringify(generateKeyPairSync('rsa', { modulusLength: n }).privateKey.export({ format: 'jwk' }))
  const [first, second] = [key(2048), key(2048)].map(jwk => `"${jwk.replaceAll('"', '""')}"`)
  const keys = (jwk: string | undefined, state: string) =>
    `kid,private_jwk,state,state_at\nk1,${jwk},${state},2026-07-01\n`
  const all = { ...GOOD, 'tool_keys.csv': keys(first, 'retired') }
  t.equal((await move(t, app, all, { writes: true })).code, 0)
  const uses = GOOD['code_uses.csv']
    .replace('attached_at', 'attached_at,voided_at')
    .replace('2026-07-01', '2026-07-02,2026-07-03')
  const other = {
    'schools.csv': 'name,note,is_k12\nRIVER,other,yes\n',
    'consumers.csv': GOOD['consumers.csv'].replace('one', 'two'),
    'platforms.csv': GOOD['platforms.csv'].replace(url('k'), url('keys')),
    'deployments.csv': GOOD['deployments.csv'].replace('waiting', 'refused'),
    'products.csv': GOOD['products.csv'].replace('ASL 1,price_1,2|1', 'ASL one,price_1,3'),
    'courses.csv': GOOD['courses.csv'].replace('ASL1|ASL2,12/18/2099', 'ASL2,12/17/2099'),
    'people.csv': GOOD['people.csv'].replace('Ana\n', 'Ann\n').replace(',,Bo', ',bo@river.example,Bo'),
    'entitlements.csv': GOOD['entitlements.csv'].replace('2026-07-01,code', '2026-07-02,staff'),
    'grade_targets.csv': GOOD['grade_targets.csv'].replace('src', 'src2'),
    'codes.csv': GOOD['codes.csv'].replace('ASL2,30,10', 'ASL2,40,11'),
    'code_uses.csv': uses,
    'activations.csv': GOOD['activations.csv'].replace('c1,ASL1', 'c1,ASL2'),
    'tool_keys.csv': keys(second, 'current'),
  }
  const differs = await move(t, app, other)
  const places = differs.lines.filter(line => line.includes(': different: ')).map(line => line.split(': different')[0])
  t.strictSame(places, [
    'schools.csv:2:name',
    'schools.csv:2:is_k12',
    'schools.csv:2:note',
    'consumers.csv:2:secret',
    'platforms.csv:2:public_keys_url',
    'deployments.csv:3:status',
    'products.csv:2:name',
    'products.csv:2:units_for_teacher',
    'courses.csv:2:product_codes',
    'courses.csv:2:term_end_at',
    'people.csv:2:name',
    'people.csv:3:email',
    'entitlements.csv:2:processed_at',
    'entitlements.csv:2:source',
    'grade_targets.csv:2:grade_passback_id',
    'codes.csv:3:max_usage',
    'codes.csv:3:used',
    'code_uses.csv:2:attached_at',
    'code_uses.csv:2:voided_at',
    'activations.csv:2:product_codes',
    'tool_keys.csv:2:state',
    'tool_keys.csv:2:private_jwk',
  ])
  const updated = await move(t, app, other, UPDATE)
  t.equal(updated.code, 0, updated.said)
  const again = await move(t, app, other)
  t.notMatch(again.said, /[1-9]\d* (new|different|refused)/)
})

t.test('writes to the audit when another tool key signs', async t => {
  const app = await testApp(t)
  await app.server.inject('/lti/keys')
  const jwk = JSON.stringify(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }))
  const moveKey = (state: string) =>
    move(t, app, { 'tool_keys.csv': `kid,private_jwk,state\nk1,"${jwk.replaceAll('"', '""')}",${state}\n` }, UPDATE)
  const signing = async () =>
    (await app.db.client.query(`select kid from tool_keys where state = 'current'`)).rows[0]?.kid ?? null
  const first = await signing()
  for (const state of ['retired', 'current', 'current', 'retired']) await moveKey(state)
  const { rows } = await app.db.client.query(
    `select actor, action, subject_key, before, after from audit where subject_kind = 'secret' order by id`,
  )
  const line = { actor: 'system', action: 'move-in', subject_key: 'tool key' }
  t.strictSame(rows, [
    { ...line, before: { kid: first }, after: { kid: 'k1' } },
    { ...line, before: { kid: 'k1' }, after: { kid: null } },
  ])
})
