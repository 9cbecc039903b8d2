import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import t from 'tap'
import { encode } from 'uqr'
import { Qr } from '#views/ui/qr.tsx'

t.test('a QR code has the squares that were encoded, those side by side as one', t => {
  for (const text of ['https://signbook.example/dictionary?sign=how-are-you', 'x', 'y'.repeat(300)]) {
    const { data } = encode(text, { ecc: 'M', border: 2, maskPattern: 3 })
    const drawn = data.map(row => row.map(() => false))
    const svg = renderToStaticMarkup(createElement(Qr, { text, label: text }))
    for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
    t.strictSame(drawn, data)
  }
  t.end()
})
