import t from 'tap'
import { futureDays, readHeader } from '#src/access/rules/code-imports.ts'

t.test('a day counts in full in its zone; yesterday is over', async t => {
  const endOf = futureDays('America/Chicago', new Date('2026-11-21T03:00:00Z'))
  t.equal(endOf('2026-11-19'), null)
  t.equal(endOf('2026-11-20')?.toISOString(), '2026-11-21T05:59:59.999Z', 'in Chicago it is still the 20th')
  t.equal(endOf('2026-11-20'), endOf('2026-11-20'), 'cached')
})

const headers: [line: string, found: string | null][] = [
  ['coupon_code,product_code,max_usage,expires_at', 'code 0 product 1 uses 2 until 3'],
  ['Access Code,Product', 'code 0 product 1'],
  ['CODE;Product Name;Seats', null],
  ['Product,Code', 'code 1 product 0'],
  ['CouponCode,ProductCode,MaxUsage', 'code 0 product 1 uses 2'],
  ['Access codes,Course,Number of Uses,Valid Until', 'code 0 product 1 uses 2 until 3'],
  ['Código de acceso,Producto,Usos,Vence', 'code 0 product 1 uses 2 until 3'],
  ['No.,Voucher Code,SKU,Expiration Date', 'code 1 product 2 until 3'],
  ['Codes,ISBN,Codigo,Producto', 'code 0 product 3'],
  ['Student Access Code,Course Code', 'code 0 product 1'],
  ['Código del producto,Código del cupón', 'code 1 product 0'],
  ['Activation code,Title,Product ID', 'code 0 product 2'],
  ['Clave de acceso,Producto', 'code 0 product 1'],
  ['Redeem Code,SKU', 'code 0 product 1'],
  ['CODE-0001,Course 1', null],
  ['ISBN,Product', null],
  ['Code,Product,Code', null],
  ['Spring order', null],
  ['Code,Price', null],
]

t.test('columns are found by the headings that people write', async t => {
  for (const [line, found] of headers) {
    const columns = readHeader(line.split(','))
    const at = { code: columns?.code, product: columns?.product, uses: columns?.maxUsage, until: columns?.expires }
    const shown = Object.entries(at).flatMap(([name, place]) =>
      place !== undefined && place >= 0 ? `${name} ${place}` : [],
    )
    t.equal(columns && shown.join(' '), found, line)
  }
})
