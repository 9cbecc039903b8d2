import { zipSync } from 'fflate'
import t from 'tap'
import { deleteOldUploads } from '#src/access/code-imports.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { press } from '../support/press.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

type Rows = (string | number)[][]

/** An .xlsx file. */
const xlsx = (...sheets: Rows[]): Buffer => xlsxWith('', ...sheets)

/** An .xlsx file, whose first sheet ends with `more` XML. */
const xlsxWith = (more: string, ...sheets: Rows[]): Buffer => {
  const cell = (value: string | number, at: string) =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const linesOf = (rows: Rows) =>
    rows.map(
      (row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, `${'ABCD'[x]}${y + 1}`)).join('')}</row>`,
    )
  const each = (text: (n: number) => string) => sheets.map((_, n) => text(n + 1)).join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(n => `<sheet name="Codes ${n}" sheetId="${n}" r:id="r${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${each(n => `<Relationship Id="r${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((rows, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${linesOf(rows).join('')}${n === 0 ? more : ''}</sheetData></worksheet>`,
      ]),
    ),
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([n, text]) => [n, Buffer.from(text)]))))
}

const office = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { name: 'Ash College' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx' })
  await makeCourse(app, school.id, ['B'], { contextId: 'other' })
  const upload = (name: string, bytes: Buffer | string) =>
    press(app, me, { at: '/import_access_codes', intent: 'default', file: { name, bytes: Buffer.from(bytes) } })
  return { app, me, school, upload }
}

t.test('a file is shown before anything is written, then imported as a batch, and taken back', async t => {
  const { app, me, school, upload } = await office(t)
  const shown = await upload('spring.csv', 'Access Code,Product\nORDER-01,A\nORDER-02,A\nORDER-03,B\nORDER-04,NOPE\n')
  t.match(shown, { status: 303, location: '/import_access_codes?upload=' })
  const page = textOf((await me.open(shown.location)).body)
  t.match(page, '3 of 4 rows can be imported.')
  t.match(page, 'ORDER-01')
  t.match(page, 'Unknown product')
  t.equal(await countOf(app, 'coupons'), 0)
  const colleague = await signedIn(app, 'manager', 'other@example.com')
  t.equal((await colleague.open(shown.location)).status, 404, 'only who uploaded it sees it')
  const over = { school: String(school.schoolId), seller: 'North Books', note: 'Order 5150' }
  const send = () => me.post(shown.location, { ...over, intent: 'import' })
  const both = await Promise.all([send(), send()])
  t.strictSame(both.map(answer => answer.status).sort(), [303, 409], 'imported once')
  const { location } = both.find(answer => answer.status === 303)!
  const batch = textOf((await me.open(location)).body)
  for (const text of ['Imported 3 of 4', 'spring.csv', 'North Books', 'Order 5150', 'Ash College', 'A, B'])
    t.match(batch, text, text)
  t.match(textOf((await me.open('/codes?q=spring')).body), 'spring.csv')
  const { rows } = await app.db.client.query("select after from audit where action = 'import-access-codes'")
  t.match(rows, [{ after: { codes: 3, school: 'Ash College', seller: 'North Books' } }])
  t.match(await me.post(location, { intent: 'undo' }), { status: 303 })
  t.equal(await countOf(app, 'coupons'), 0)
  t.equal(await countOf(app, 'coupon_batches'), 0)
})

t.test('an import is not taken back once a code was used, or later', async t => {
  const { app, me, school, upload } = await office(t)
  const order = async (code: string) => {
    const { location } = await upload('file.csv', `code,product\n${code},A\n`)
    return (await press(app, me, { at: location, intent: 'import' })).location
  }
  const used = await order('USED-01')
  const { token } = await launch(app, school.key, { context_id: 'ctx' })
  t.match(await redeem(app, token, 'USED-01'), { status: 'PROCESSED' })
  t.equal((await me.post(used, { intent: 'undo' })).status, 409)
  const changed = await order('EDIT-01')
  await press(app, me, { at: '/access_code/EDIT-01', intent: 'change', over: { max_usage: '2' } })
  t.equal((await me.post(changed, { intent: 'undo' })).status, 409, 'a code was changed')
  for (const at of [1, 2, 3, 4]) {
    const racing = await order(`RACE-0${at}`)
    const person = (await launch(app, school.key, { context_id: 'ctx' })).token
    const [undone, redeemed] = await Promise.all([
      me.post(racing, { intent: 'undo' }),
      redeem(app, person, `RACE-0${at}`),
    ])
    t.match([undone.status, redeemed.http], undone.status === 303 ? [303, 404] : [409, 200])
  }
  const late = await order('LATE-01')
  app.clock.advance(31_000)
  t.equal((await me.post(late, { intent: 'undo' })).status, 409)
})

t.test('an .xlsx file is read, with numbers as typed', async t => {
  const { app, me, upload } = await office(t)
  const file = xlsx([
    ['Spring order', '', ''],
    ['Código de acceso', 'Producto', 'Usos'],
    ['SHEET-01', 'Product A', 30],
    [6932170000000, 'A', 1],
  ])
  const { location } = await upload('order.xlsx', file)
  const page = textOf((await me.open(location)).body)
  for (const text of ['2 of 2 rows', 'SHEET-01', '30', '6932170000000']) t.match(page, text)
  await press(app, me, { at: location, intent: 'import' })
  t.equal(await countOf(app, 'coupons'), 2)
  t.match(await upload('picture.xlsx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)])), { status: 400 })
})

t.test('an .xlsx file that would fill the memory is refused before it is read', async t => {
  const { upload } = await office(t)
  const heading = [['code', 'product']]
  const cell = (at: string) => `<row r="20000"><c r="${at}" t="inlineStr"><is><t>x</t></is></c></row>`
  const bombs = {
    'a cell far out': cell('XFD20000'),
    'a row far down': cell('A1048576').replace('20000', '1048576'),
    'a row below the last': cell('A20000').replace('20000', '1e9'),
    'an escaped address': cell('&#88;FD20000'),
    'many rows': '<row/>'.repeat(1_000_000),
    'spaces without end': ' '.repeat(40_000_000),
  }
  for (const [what, more] of Object.entries(bombs))
    t.match(await upload('order.xlsx', xlsxWith(more, heading)), { status: 400 }, what)
  const lying = xlsxWith('<row/>'.repeat(20_000_000), heading)
  // The size of each file, in its directory: 100 bytes.
  for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 1))
    lying.writeUInt32LE(100, at + 24)
  const before = performance.now()
  t.match(await upload('order.xlsx', lying), { status: 400 }, 'a false size')
  t.ok(performance.now() - before < 3000, 'is not unpacked')
  t.match(await upload('wide.xlsx', xlsxWith(cell('AZ20000'), [...heading, ['SHEET-01', 'A']])), { status: 303 })
})

t.test('all sheets of a file are read, and one without column names is reported', async t => {
  const { me, upload } = await office(t)
  const notes = Array.from({ length: 9 }, (_, n) => [`Note ${n}`])
  const file = xlsx(
    notes,
    [
      ['Access Code', 'Product'],
      ['SHEET-01', 'A'],
    ],
    [
      ['Product', 'Code', 'Uses'],
      ['B', 'SHEET-02', 3],
    ],
    [['SHEET-03', 'A']],
  )
  const { location } = await upload('order.xlsx', file)
  const page = textOf((await me.open(location)).body)
  for (const text of ['2 of 2 rows', 'SHEET-01', 'SHEET-02', 'This sheet names no columns']) t.match(page, text)
  t.equal((await upload('notes.xlsx', xlsx(notes))).status, 400)
})

t.test('a batch voids its open codes and extends them; used ones stay', async t => {
  const { app, me, school, upload } = await office(t)
  const { location } = await upload('file.csv', 'code,product\nUSED-01,A\nOPEN-01,A\nOPEN-02,A\n')
  const at = (await press(app, me, { at: location, intent: 'import' })).location
  const come = async (user_id: string) => (await launch(app, school.key, { context_id: 'ctx', user_id })).token
  await redeem(app, await come('first'), 'USED-01')
  const past = await me.send(at, { intent: 'extend', good_until: '2020-06-30' })
  const input = tagsOf(past.body, 'input').find(({ name }) => name === 'good_until')
  t.match([past.status, input?.['aria-invalid']], [422, 'true'], 'the problem is at its input')
  const asked = textOf((await me.send(at, { intent: 'extend', good_until: '2031-06-30' })).body)
  t.match(asked, '2 codes with uses left are good until 06/30/31.')
  await press(app, me, { at, intent: 'extend', over: { good_until: '2031-06-30' } })
  t.match(textOf((await me.open('/access_code/OPEN-01')).body), '06/30/31')
  t.match(textOf((await me.send(at, { intent: 'void' })).body), "2 codes can't be used any more.")
  t.match(await press(app, me, { at, intent: 'void' }), { status: 303 })
  const file = (await me.open(`/api/coupon_batches/${at.split('/').at(-1)}/codes.csv`)).body
  t.match(file, 'USED-01,A,1,')
  t.notMatch(file, 'OPEN-01', 'void codes are not in the file')
  t.match(await redeem(app, await come('second'), 'OPEN-01'), { http: 404 })
  t.equal((await me.post(at, { intent: 'void' })).status, 409, 'nothing is left to void')
})

t.test('codes for a school that takes none ask first', async t => {
  const { app, me } = await office(t)
  const cards = await makeConsumer(app, { name: 'Cards Only', acceptsAccessCode: false })
  const over = { product_code: 'A', count: '2', max_usage: '1', school: String(cards.schoolId) }
  const asked = await me.send('/codes', { ...over, expires_at: '', note: '', code: '', intent: 'make' })
  t.match(textOf(asked.body), 'Cards Only takes no access codes')
  t.equal(await countOf(app, 'coupons'), 0)
  t.match(await press(app, me, { at: '/codes', intent: 'make', over }), { status: 303 })
})

t.test('a coordinator gets a link to the cards and the file, for two weeks', async t => {
  const { app, me, school, upload } = await office(t)
  const { location } = await upload('file.csv', 'code,product\nUSED-01,A\nOPEN-01,A\nENDED-01,A\n')
  const at = (await press(app, me, { at: location, intent: 'import' })).location
  await app.db.client.query("update coupons set expires_at = '2026-01-01' where coupon_code = 'ENDED-01'")
  await redeem(app, (await launch(app, school.key, { context_id: 'ctx' })).token, 'USED-01')
  t.equal((await me.post(at, { intent: 'mail', email: 'nobody' })).status, 422)
  t.match(await me.post(at, { intent: 'mail', email: 'Coordinator@school.example' }), { status: 303 })
  t.equal((await me.post(at, { intent: 'mail', email: 'coordinator@school.example' })).status, 409, 'once a day')
  const { rows } = await app.db.client.query("select recipient, data from messages where kind = 'code-cards'")
  t.match(rows, [{ recipient: 'coordinator@school.example', data: { codes: 1 } }])
  const { pathname } = new URL(rows[0].data.url)
  const open = (url: string) => app.server.inject({ url })
  const cards = await open(pathname)
  t.match(cards.body, 'OPEN-01')
  for (const code of ['USED-01', 'ENDED-01']) t.notMatch(cards.body, code, 'only codes that can be used')
  t.equal((await open(`${pathname}?as=csv`)).body, 'coupon_code,product_code,max_usage,expires_at\r\nOPEN-01,A,1,\r\n')
  t.equal((await open(pathname.replace('/cards/1.', '/cards/2.'))).statusCode, 404, 'a link is for one order')
  t.match((await me.open(at)).body, 'End mailed links')
  app.clock.advance(1000)
  t.match(await me.post(at, { intent: 'end-links' }), { status: 303 })
  t.equal((await open(pathname)).statusCode, 404, 'staff ended it')
  t.notMatch((await me.open(at)).body, 'End mailed links')
  app.clock.advance(DAY_MS)
  const later = await signedIn(app, 'support')
  t.match(await later.post(at, { intent: 'mail', email: 'coordinator@school.example' }), { status: 303 })
  const again = await app.db.client.query(
    "select data from messages where kind = 'code-cards' order by id desc limit 1",
  )
  const next = new URL(again.rows[0].data.url).pathname
  t.equal((await open(next)).statusCode, 200, 'a later one works')
  t.equal((await open(pathname)).statusCode, 404)
  app.clock.advance(14 * DAY_MS + 1000)
  t.equal((await open(next)).statusCode, 404)
})

t.test('a file that nobody imported is deleted after a day', async t => {
  const { app, upload } = await office(t)
  await upload('file.csv', 'code,product\nLEFT-01,A\n')
  await deleteOldUploads(app)
  t.equal(await countOf(app, 'code_uploads'), 1)
  app.clock.advance(DAY_MS)
  await deleteOldUploads(app)
  t.equal(await countOf(app, 'code_uploads'), 0)
})
