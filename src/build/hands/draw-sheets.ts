import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { characters } from '#src/signs/rules/fingerspelling/spelling.ts'

/** Run by hand after draw-hands.ts: writes the sheets of docs/pictures, one for each side. Needs Chromium. */
const root = join(import.meta.dirname, '../../..')
const CELL = 130
const COLUMNS = 9

const sheetOf = (side: string): string => {
  const symbols = readFileSync(join(root, `client/public/assets/hands-${side}.svg`), 'utf8')
  const cells = characters.map(
    character =>
      `<div><b>${character}</b><svg width="${CELL}" height="${CELL}"><use href="#${character}"/></svg></div>`,
  )
  return `<style>body{margin:0;background:#cfe0dd;display:grid;grid-template-columns:repeat(${COLUMNS},${CELL}px);font:bold 22px sans-serif}
    body>svg{display:none}div{position:relative}b{position:absolute;left:2px;z-index:1;paint-order:stroke;-webkit-text-stroke:5px #cfe0dd}</style>${symbols}${cells.join('')}`
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: CELL * COLUMNS, height: CELL * 4 } })
for (const [side, name] of [
  ['viewer', 'alphabet'],
  ['signer', 'alphabet-signer'],
  ['side', 'alphabet-side'],
] as const) {
  await page.setContent(sheetOf(side))
  await page.screenshot({ path: join(root, `docs/pictures/${name}.png`) })
}
await browser.close()
