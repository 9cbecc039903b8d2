import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const NEXT = 'atkinson-hyperlegible-next-latin'
const MONO = 'atkinson-hyperlegible-mono-latin'

/** Characters of English and Spanish pages. Every first page loads them, so no others are among them. */
const PAGES =
  'U+20-7E, U+A0-A1, U+A9, U+AB, U+AE, U+B0, U+B7, U+BB, U+BF, U+C1, U+C9, U+CD, U+D1, U+D3, U+D7, U+DA, U+DC, U+E1, U+E9, U+ED, U+F1, U+F3, U+FA, U+FC, U+2009, U+2010-2015, U+2018-201E, U+2022, U+2026, U+202F, U+20AC, U+2122, U+2190-2193, U+2212'

/** The files, with the characters that client/styles/font.css gives each: those of names load when a page shows them. */
const FONTS = [
  { name: 'next', from: NEXT, range: PAGES },
  { name: 'next-west', from: NEXT, range: 'U+A2-FF, U+131, U+152-153, U+2BB-2DC, U+2000-206F' },
  {
    name: 'next-ext',
    from: `${NEXT}-ext`,
    range: 'U+100-2FF, U+1E00-1EFF, U+2020, U+20A0-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  },
  { name: 'mono', from: MONO, range: 'U+20-7E, U+A0, U+2010-2015, U+2022, U+2026' },
]

const lettersIn = (range: string): string =>
  range
    .split(', ')
    .map(part => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map(hex => Number.parseInt(hex, 16))
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))
    })
    .join('')

const { resolve } = createRequire(import.meta.url)

/** Writes the fonts with the weights that the styles use, 400 to 700, and only the characters of each file. */
export const writeFonts = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const { name, from, range } of FONTS) {
    const file = resolve(`@fontsource-variable/${from.replace(/-latin.*/, '')}/files/${from}-wght-normal.woff2`)
    const variationAxes = { wght: { min: 400, max: 700 } }
    const made = await subsetFont(readFileSync(file), lettersIn(range), { targetFormat: 'woff2', variationAxes })
    writeFileSync(join(folder, `${name}.woff2`), made)
  }
}
