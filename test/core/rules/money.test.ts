import t from 'tap'
import { moneyText } from '#src/core/rules/money.ts'

t.test('writes amounts with the digits that Stripe gives a currency', async t => {
  const cases: [amount: number, currency: string, text: string][] = [
    [4900, 'usd', '$49.00'],
    [123456, 'usd', '$1,234.56'],
    [4900, 'jpy', '¥4,900'],
    [4900, 'krw', '₩4,900'],
    // The runtime has no digits for these, but Stripe has two.
    [500, 'isk', 'ISK 5.00'],
    [500, 'ugx', 'UGX 5.00'],
    [4900, 'huf', 'HUF 49.00'],
    [4900, 'cop', 'COP 49.00'],
    // The runtime has two digits, but Stripe has none.
    [4900, 'mga', 'MGA 4,900'],
    [49_000, 'kwd', 'KWD 49.000'],
    [-4900, 'usd', '-$49.00'],
    [4900, 'usdc', 'USDC 49.00'],
    [4900, '', '49.00'],
  ]
  for (const [amount, currency, text] of cases)
    t.equal(moneyText({ amount, currency }).replace(/\s/g, ' '), text, currency)
})
