import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import subsetFont from 'subset-font'

const STYLES = resolve(import.meta.dirname, '../../client/styles/font.css')

/** Files of the packages, without `-wght-normal.woff2`, from which each font of client/styles/font.css is made. */
const FILES: Record<string, string> = {
  next: 'next/files/atkinson-hyperlegible-next-latin',
  'next-west': 'next/files/atkinson-hyperlegible-next-latin',
  'next-ext': 'next/files/atkinson-hyperlegible-next-latin-ext',
  mono: 'mono/files/atkinson-hyperlegible-mono-latin',
}

const FONT = /@fonts\/([\w-]+)\.woff2.*?unicode-range:([^;]+);/gs

const lettersIn = (range: string): string =>
  range
    .split(',')
    .map(part => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map(hex => Number.parseInt(hex, 16))
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))
    })
    .join('')

const packages = createRequire(import.meta.url)

/** Writes the fonts with the weights that the styles use, 400 to 700, and the characters that font.css gives each file. */
export const writeFonts = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const [, name = '', range = ''] of readFileSync(STYLES, 'utf8').matchAll(FONT)) {
    const file = packages.resolve(`@fontsource-variable/atkinson-hyperlegible-${FILES[name]}-wght-normal.woff2`)
    const variationAxes = { wght: { min: 400, max: 700 } }
    const made = await subsetFont(readFileSync(file), lettersIn(range), { targetFormat: 'woff2', variationAxes })
    writeFileSync(join(folder, `${name}.woff2`), made)
  }
}
