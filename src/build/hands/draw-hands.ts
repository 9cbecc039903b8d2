import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { motions, poseOf, type Step } from '#src/signs/rules/fingerspelling/poses.ts'
import { DRAWING, WINDOW } from '#src/signs/rules/fingerspelling/rig.ts'
import { type Character, characters } from '#src/signs/rules/fingerspelling/spelling.ts'
import { drawHand } from './draw-hand.ts'
import { GRID } from './lines.ts'

/**
 * Run by hand after a change of the poses: `node --import=tsx src/build/hands/draw-hands.ts`. Draws every letter and
 * number as the viewer and the signer see it, and from the side: one file of symbols each. Arguments name sides or
 * characters, if only they changed. All take about five minutes.
 */
const root = join(import.meta.dirname, '../../..')

const sides = ['viewer', 'signer', 'side'] as const
type Side = (typeof sides)[number]

const symbol = (id: string, content: string) =>
  `<symbol id="${id}" viewBox="0 0 ${DRAWING} ${DRAWING}">${content}</symbol>`

type Point = [x: number, y: number]

/** Rounds the corners of a path, but not those where the finger turns back, as in Z. */
const smoothPath = (points: Point[]): string => {
  const between = ([x1, y1]: Point, [x2, y2]: Point) => `${Math.round((x1 + x2) / 2)} ${Math.round((y1 + y2) / 2)}`
  const steps = points.slice(1, -1).map((at, i) => {
    const [before, after] = [points[i]!, points[i + 2]!]
    const goesOn = (at[0] - before[0]) * (after[0] - at[0]) + (at[1] - before[1]) * (after[1] - at[1]) > 0
    return `L${between(before, at)}${goesOn ? `Q${at.join(' ')} ` : `L${at.join(' ')}L`}${between(at, after)}`
  })
  return `M${points[0]!.join(' ')}${steps.join('')}L${points.at(-1)!.join(' ')}`
}

/** Draws the path of the fingertip as an arrow, mirrored for the signer. */
const arrow = (steps: Step[], side: Side): string => {
  const turned = side === 'signer' ? -1 : 1
  const points = steps.map(
    ({ at: [x, y] }): Point => [
      Math.round(DRAWING * (0.5 + (turned * x) / WINDOW)),
      Math.round(DRAWING * (0.5 - y / WINDOW)),
    ],
  )
  const path = smoothPath(points)
  const line = (colour: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round" d="${path}"/>`
  const [before, end] = [points.at(-2)!, points.at(-1)!]
  const angle = Math.round((Math.atan2(end[1]! - before[1]!, end[0]! - before[0]!) * 180) / Math.PI)
  const head = `<path fill="var(--hand-arrow,#0a5a61)" stroke="#fff" stroke-width="6" d="M44 0l-56 -32v64z" transform="translate(${end.join(' ')}) rotate(${angle})"/>`
  return line('#fff', 26) + line('var(--hand-arrow,#0a5a61)', 14) + head
}

const isMoving = (character: Character): character is 'J' | 'Z' => character in motions

const symbolsOf = (character: Character, side: Side): string => {
  const pose = poseOf(character)
  const around = { viewer: 0, signer: 180, side: pose.side }[side]
  if (!isMoving(character)) return symbol(character, drawHand(pose, around))
  const steps = motions[character]
  // The turn of Z stays, so its drawing only moves.
  const frames = (character === 'Z' ? steps.slice(0, 1) : steps).map(step => drawHand(pose, around, step))
  return [
    symbol(character, frames[0] + (side === 'side' ? '' : arrow(steps, side))),
    ...frames.map((frame, i) => symbol(`${character}${i}`, frame)),
  ].join('\n')
}

/** Ends of the curves of the skin of a drawing. */
const pointsOf = (file: string, character: string): Point[] => {
  const [, path = ''] = new RegExp(`<symbol id="${character}".*?--hand-skin.*? d="(.*?)"`).exec(file) ?? []
  return path.split('z').flatMap(loop => {
    const numbers = (loop.match(/-?\d+/g) ?? []).map(n => Number(n) * GRID)
    let at: Point = [numbers[0]!, numbers[1]!]
    return numbers.slice(2).flatMap((x, i): Point[] => {
      if (i % 4 !== 2) return []
      at = [at[0] + x, at[1] + numbers[i + 3]!]
      return [at]
    })
  })
}

/** Returns the square around a hand from all sides, no smaller than half of the drawing. */
const frameOf = (files: string[], character: string): string => {
  const points = files.flatMap(file => pointsOf(file, character))
  const ends = [0, 1]
    .map(axis => points.map(point => point[axis]!))
    .map(all => [Math.min(...all), Math.max(...all)] as Point)
  const size = Math.round(Math.min(DRAWING, Math.max(DRAWING / 2, ...ends.map(([low, high]) => high - low + 60))))
  const [left, top] = ends.map(([low, high]) =>
    Math.round(Math.min(DRAWING - size, Math.max(0, (low + high - size) / 2))),
  )
  return `${left} ${top} ${size} ${size}`
}

const fileOf = (side: string) => join(root, `client/public/assets/hands-${side}.svg`)

const chosen = process.argv.slice(2)
const isChosen = (name: string, all: readonly string[]) =>
  chosen.includes(name) || !chosen.some(each => all.includes(each))
for (const side of sides)
  if (isChosen(side, sides)) {
    const drawn = readFileSync(fileOf(side), 'utf8').split('\n').slice(1, -2)
    const symbols = characters.flatMap(character =>
      isChosen(character, characters)
        ? symbolsOf(character, side)
        : drawn.filter(line => line.startsWith(`<symbol id="${character}`)),
    )
    writeFileSync(fileOf(side), `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`)
  }

const addresses = sides.map(side => {
  const hash = createHash('sha256')
    .update(readFileSync(fileOf(side)))
    .digest('hex')
    .slice(0, 8)
  return `  ${side}: '/assets/hands-${side}.svg?${hash}',`
})

writeFileSync(
  join(root, 'src/signs/rules/fingerspelling/hand-files.ts'),
  `/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */\nexport const handFiles = {\n${addresses.join('\n')}\n} as const\n`,
)

const files = sides.map(side => readFileSync(fileOf(side), 'utf8'))
writeFileSync(
  join(root, 'src/signs/rules/fingerspelling/hand-frames.ts'),
  `import type { Character } from './spelling.ts'\n
/** Written by src/build/hands/draw-hands.ts: the part of the drawings that each hand fills. */\nexport const handFrames: Record<Character, string> = {
${characters.map(character => `  ${character}: '${frameOf(files, character)}',`).join('\n')}
}
`,
)
