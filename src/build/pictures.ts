import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pictureNames } from '../signs/rules/picture-names.ts'
import { PICTURES } from '../signs/rules/pictures.ts'

interface IconSet {
  icons: Record<string, { body: string } | undefined>
  width: number
  height: number
}

const HANDS = /<symbol id="(\w+)" (viewBox="[^"]+")>(.*?)<\/symbol>/gs

/** Writes each drawn hand of the viewer's side as a picture of its own, for lists that show a few of them. */
export const writeHands = (clientFolder: string): void => {
  const folder = join(clientFolder, 'assets/hands')
  mkdirSync(folder, { recursive: true })
  const all = readFileSync(join(import.meta.dirname, '../../client/public/assets/hands-viewer.svg'), 'utf8')
  for (const [, name, viewBox, drawn] of all.matchAll(HANDS))
    writeFileSync(join(folder, `${name}.svg`), `<svg xmlns="http://www.w3.org/2000/svg" ${viewBox}>${drawn}</svg>`)
}

/** Writes the pictures that content may use as files, each with its name. Throws if the set has no picture of a name. */
export const writePictures = (clientFolder: string): void => {
  const file = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json')
  const { icons, width, height }: IconSet = JSON.parse(readFileSync(file, 'utf8'))
  const folder = join(clientFolder, PICTURES)
  mkdirSync(folder, { recursive: true })
  for (const name of pictureNames) {
    const icon = icons[name]
    if (!icon) throw new Error(`Fluent Emoji has no picture ${name}, which src/signs/rules/picture-names.ts lists`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${icon.body}</svg>`
    writeFileSync(join(folder, `${name}.svg`), svg)
  }
}
