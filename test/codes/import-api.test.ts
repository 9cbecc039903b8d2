import t from 'tap'
import { importRefusals } from '#src/access/rules/code-imports.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { countOf } from '../support/rows.ts'
import { makeProduct } from '../support/school.ts'
import { type Me, signedIn } from '../support/staff.ts'

const HEAD = 'coupon_code,product_code,max_usage,expires_at'

const upload = async (app: TestApp, me: Me, content: string | Buffer) => {
  const form = new FormData()
  form.append('csvfile', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/csv' }), 'codes.csv')
  const body = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url: '/twa/import_coupons',
    headers: { authorization: `Bearer ${me.bearer}`, 'content-type': String(body.headers.get('content-type')) },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return { status: answer.statusCode, data: answer.json() }
}

const bulk = (rows: number) => Array.from({ length: rows }, (_, i) => `BULK-${String(i).padStart(6, '0')},ASL1,1,`)

t.test('keeps good rows, and lists each failure with its reasons', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  await makeProduct(app, 'FREE', { name: 'zfree' })
  const rows: [string, string | null][] = [
    ['GOOD-0001,ASL1,1,', null],
    ['good 0002,asl1,30,2027-05-31', null],
    ['"GOOD-0003",ASL1,,11/21/2026', null],
    [',ASL1,1,', 'Missing access code'],
    ['AB,ASL1,1,', 'Shorter than 6 characters'],
    ['A23456789012345678901,ASL1,1,', 'Longer than 20 characters'],
    ['GOOD-0004,NOPE,1,', 'Unknown product'],
    ['GOOD-0005,zfree,1,', 'Free product cannot have codes'],
    ['GOOD-0006,FREE,1,', 'Free product cannot have codes'],
    ['good0001,ASL1,1,', 'Duplicate in file (first kept)'],
    ['GOOD-0007,ASL1,0,', 'Max usage must be a whole number from 1 to 10000'],
    ['GOOD-0008,ASL1,10001,', 'Max usage must be a whole number from 1 to 10000'],
    ['GOOD-0009,ASL1,1.5,', 'Max usage must be a whole number from 1 to 10000'],
    ['GOOD-0010,ASL1,1,tomorrow', 'Expiry date is not valid (YYYY-MM-DD or MM/DD/YYYY)'],
    ['GOOD-0011,ASL1,1,02/30/2027', 'Expiry date is not valid (YYYY-MM-DD or MM/DD/YYYY)'],
    ['GOOD-0012,ASL1,1,11/20/2026', 'Expiry date is in the past'],
    ['GOOD-0013,ASL1,1', 'Wrong number of columns'],
    ['GOOD-0001,NOPE,1,', 'Unknown product; Duplicate in file (first kept)'],
    [
      'AB,NOPE,0,11/20/2026',
      'Shorter than 6 characters; Unknown product; Max usage must be a whole number from 1 to 10000; Expiry date is in the past',
    ],
  ]
  const file = ['\ufeffCoupon_Code,PRODUCT_CODE,max_usage,expires_at', ...rows.map(r => r[0])].join('\r\n')
  const { status, data } = await upload(app, me, file)
  t.equal(status, 200)
  t.equal(data.message, 'Imported 3 of 19 access codes.')
  t.strictSame(
    new Set(data.failed_coupons.map((f: { reason: string }) => f.reason)),
    new Set(rows.flatMap(r => r[1] ?? [])),
  )
  t.equal(data.failed_coupons.length, 16)
  for (const failed of data.failed_coupons) t.strictSame(Object.keys(failed), ['coupon_code', 'product', 'reason'])
  const again = await upload(app, me, file)
  t.equal(again.data.failed_coupons.length, 19)
  t.match(again.data.message, /^Imported 0 of 19/)
  const known = await upload(app, me, `${HEAD}\nGOOD-0001,NOPE,0,`)
  t.match(known.data.failed_coupons, [
    { reason: 'Unknown product; Max usage must be a whole number from 1 to 10000; Already exists' },
  ])
  const { coupons } = (await me.call('GET', '/api/coupons/GOOD0003')).data
  t.equal(coupons[0].expires_at, '2026-11-22T05:59:59.999Z', 'the whole day in Chicago')
})

t.test('reads files as spreadsheets leave them', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const files: [file: string | Buffer, code: string][] = [
    ['\ufeffsep=;\r\ncoupon_code;product_code\r\nEXCEL-01;ASL1\r\n', 'EXCEL-01'],
    ['"sep=\t"\r\nAccess code\tProduct\r\nEXCEL-02\tASL1\r\n', 'EXCEL-02'],
    ['Código de acceso\tProducto\tUsos\nEXCEL-03\tASL1\t\n', 'EXCEL-03'],
    ['Line,Access code,Product,Reason\n7,EXCEL-04,ASL1,Unknown product\n', 'EXCEL-04'],
    ['coupon_code,product_code,,\nEXCEL-05,ASL1,,\n,,,\n" ",,,\n', 'EXCEL-05'],
    ['coupon_code,product_code\nEXCEL-06,ASL1,,\n', 'EXCEL-06'],
    ['coupon_code,product_code\n="0012345678",ASL1\n', '0012345678'],
    [`coupon_code,product_code\n"=""0012345679""",'ASL1\n`, '0012345679'],
    ["coupon_code,product_code\n'0087654321,ASL1\n", '0087654321'],
    ['Product,Product code,Coupon code,Max uses,Expiration date\nASL One,ASL1,EXCEL-07,1,06/30/2027\n', 'EXCEL-07'],
  ]
  const unicode = Buffer.from('\ufeffcoupon_code\tproduct_code\r\nEXCEL-08\tASL1\r\n', 'utf16le')
  files.push(
    [unicode, 'EXCEL-08'],
    [Buffer.from(unicode.toString('latin1').replace('8', '9'), 'latin1').swap16(), 'EXCEL-09'],
  )
  for (const [file, code] of files) {
    t.match(await upload(app, me, file), { status: 200, data: { message: 'Imported 1 of 1 access codes.' } }, code)
    t.match(await me.call('GET', `/api/coupons/${code}`), { data: { coupons: [{ coupon_code: code }] } }, code)
  }
  const mixed = 'coupon_code,product_code\r\n"MIXED-01","ASL1"\rMIXED-02,ASL1\n\rMIXED-03,ASL1'
  t.match(await upload(app, me, mixed), { data: { message: 'Imported 3 of 3 access codes.' } }, 'mixed line ends')
  const refused: Record<string, RegExp> = {
    '6.93217E+12,ASL1': /spreadsheet changed this code/,
    '"7,41529E+11",ASL1': /spreadsheet changed this code/,
    '#NAME?,ASL1': /spreadsheet error/,
  }
  for (const [row, reason] of Object.entries(refused)) {
    const { data } = await upload(app, me, `sep=,\ncoupon_code,product_code\n${row}\n`)
    t.match(data, { message: 'Imported 0 of 1 access codes.', failed_coupons: [{ reason }] }, row)
  }
  for (const head of ['code,code,product', 'Course code,Product'])
    t.match(
      await upload(app, me, `${head}\nA234567,B234567,ASL1\n`),
      { status: 400, data: { reason: 'no_header' } },
      head,
    )
})

t.test('tells products apart that differ only in case', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  for (const code of ['ASL1', 'asl1']) await makeProduct(app, code)
  const { data } = await upload(app, me, `${HEAD}\nUPPER-01,ASL1,,\nLOWER-01,asl1,,\nMIXED-01,Asl1,,\nUPPER-01,ASL1,,`)
  t.strictSame(data.failed_coupons, [
    { coupon_code: 'MIXED-01', product: 'Asl1', reason: 'Unknown product' },
    { coupon_code: 'UPPER-01', product: 'ASL1', reason: 'Duplicate in file (first kept)' },
  ])
  for (const [code, product_code] of Object.entries({ 'UPPER-01': 'ASL1', 'LOWER-01': 'asl1' }))
    t.match((await me.call('GET', `/api/coupons/${code}`)).data.coupons, [{ product: { product_code } }])
})

t.test('accepts any column order, aliases and semicolons, and refuses other files', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  t.equal((await upload(app, me, 'product;code\nASL1;SEMI-0001\n')).data.message, 'Imported 1 of 1 access codes.')
  t.equal(
    (await upload(app, me, 'expires_at,product_code,coupon_code\n,ASL1,ORDER-01')).data.message,
    'Imported 1 of 1 access codes.',
  )
  for (const bad of ['', 'no,header\n1,2', '\u0000\u0001PNG', Buffer.from([0x63, 0x6f, 0x64, 0xff, 0xfe, 0x0a])]) {
    const { status, data } = await upload(app, me, bad)
    t.equal(status, 400, JSON.stringify(String(bad)))
    t.ok(data.error)
  }
  t.match(await me.call('POST', '/twa/import_coupons', {}), {
    status: 400,
    data: { error: importRefusals.no_file.message, reason: 'no_file' },
  })
  const big = `${HEAD}\n${`BIG,${'x'.repeat(600)},1,\n`.repeat(10_000)}`
  const tooBig = await upload(app, me, big)
  t.equal(tooBig.status, 413)
  t.match(tooBig.data.error, 'larger than 5 MB')
})

t.test('a file over 5 MB does not import half of its last row, and reports what was saved', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const limit = 5 * 1024 * 1024
  // The limit is inside a code whose first half would be valid, or inside a quoted cell.
  for (const [round, cut] of ['ASL1,LONGCODE12345678\n', 'ASL1,"LONGCODE12345678"\n'].entries()) {
    const rows = Array.from({ length: 2001 }, (_, i) => `ASL1${' '.repeat(2500)},KEPT-${round}-${i}\n`)
    const before = `product_code,coupon_code\n${rows.join('')}`
    const gap = limit - before.length - cut.indexOf('12345678') - 'ASL1,PAD-00\n'.length
    const file = `${before}ASL1${' '.repeat(gap)},PAD-0${round}\n${cut}`
    const { status, data } = await upload(app, me, file)
    t.equal(status, 413)
    const { rows: kept } = await app.db.client.query('select from coupons where code_key like $1', [`KEPT${round}%`])
    const pad = (await me.call('GET', `/api/coupons/PAD-0${round}`)).status === 200
    const saved = (kept.length + Number(pad)).toLocaleString('en')
    t.ok(kept.length > 1900 && (pad || round === 1), 'the whole rows before it')
    t.match(data.error, `This file is larger than 5 MB. ${saved} codes were saved.`)
    t.equal((await me.call('GET', '/api/coupons/LONGCODE')).status, 404)
  }
})

t.test('imports 20,000 rows and reports the next one as unread', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const file = [HEAD, ...bulk(20_001)].join('\n')
  const { status, data } = await upload(app, me, file)
  t.equal(status, 200)
  t.equal(
    data.message,
    'Imported 20,000 of 20,001 access codes. We read the first 20,000 rows and not the other 1. Put those into another file, and import it too.',
  )
  t.equal(data.failed_coupons.length, 1)
})

t.test('refuses a file that stops being CSV halfway, and the server survives', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  for (const bad of ['\u0000', Buffer.from([0xff, 0xfe])]) {
    const file = Buffer.concat([Buffer.from([HEAD, ...bulk(15_000), ''].join('\n')), Buffer.from(bad)])
    const { status, data } = await upload(app, me, file)
    t.equal(status, 400)
    t.match(data.error, 'after row 15,000.')
    t.match(data.error, 'Nothing was saved.')
    t.equal(await countOf(app, 'coupons'), 0)
  }
  t.equal((await upload(app, me, `${HEAD}\nGOOD-0001,ASL1,1,`)).status, 200)
})

t.test('reports the row where a file breaks off, and saves nothing of it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const breaks = async (rest: string) => {
    const { status, data } = await upload(app, me, `${HEAD}\n${bulk(1_500).join('\n')}${rest}`)
    return `${status} ${data.error.match(/after row [\d,]+\. Nothing was saved\./)?.[0]}`
  }
  const nothing = (rows: string) => `400 after row ${rows}. Nothing was saved.`
  t.equal(await breaks('\nLONGCODE1,ASL1,1,\u0000'), nothing('1,500'), 'in the middle of a row')
  t.equal(await breaks('\nNEXT-0001,ASL1,1,\n\u0000'), nothing('1,501'), 'after a row')
  t.equal(await breaks('\n"LONGCODE1,ASL1,1,\nNEXT-0001,ASL1,1,'), nothing('1,500'), 'in a quote')
  t.equal(await countOf(app, 'coupons'), 0)
  t.equal(
    (await upload(app, me, `${HEAD}\n\u0000`)).data.error,
    importRefusals.not_csv.message,
    'nothing could be read',
  )
})
