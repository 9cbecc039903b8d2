import type { Pose, Step } from '#src/signs/rules/fingerspelling/poses.ts'
import { closeSlits, drawLines, GRID, trace } from './lines.ts'
import { NOTHING, takePicture } from './picture.ts'
import { type Mark, poseSurface, SLEEVE } from './scene.ts'

/** Colours as custom properties, so that a page may choose skin and sleeve. */
const colour = {
  line: 'var(--hand-line,#56302a)',
  skin: 'var(--hand-skin,#f7ceaa)',
  shade: 'var(--hand-shade,#e2a07a)',
  deep: 'var(--hand-deep,#bc7154)',
  nail: 'var(--hand-nail,#ffe7d4)',
  sleeve: 'var(--hand-sleeve,#2f5d8c)',
  fold: 'var(--hand-fold,#21446c)',
}

/** Draws a pose as the content of an SVG of 1024 by 1024, with an outline and three flat tones. */
export const drawHand = (pose: Pose, around: number, step?: Step): string => {
  const picture = takePicture(poseSurface(pose, around, step))
  closeSlits(picture)
  const { part, marks, light, openness } = picture
  const lines = drawLines(picture)
  const inside = (i: number) => part[i] !== NOTHING && lines[i] !== 2
  const skin = (i: number) => inside(i) && part[i] !== SLEEVE
  const sleeve = (i: number) => inside(i) && part[i] === SLEEVE
  const deep = (i: number) => openness[i]! < 0.3
  const marked = (mark: Mark) => (i: number) => skin(i) && marks[i] === mark
  const layers: [string, string][] = [
    [colour.line, trace(i => part[i] !== NOTHING || lines[i] === 2)],
    [colour.skin, trace(skin)],
    [colour.shade, trace(i => skin(i) && (deep(i) || light[i]! < 0.22 || openness[i]! < 0.46), 1200)],
    [colour.deep, trace(i => skin(i) && deep(i), 300)],
    [colour.shade, trace(marked('tendon'), 20)],
    [colour.deep, trace(marked('crease'), 20)],
    [colour.sleeve, trace(sleeve)],
    [colour.fold, trace(i => sleeve(i) && (light[i]! < 0.2 || openness[i]! < 0.4), 200)],
  ]
  const nails = trace(marked('nail'), 120)
  const paths = layers.map(([fill, d]) => d && `<path fill="${fill}" d="${d}"/>`)
  if (nails) paths.push(`<path fill="${colour.nail}" stroke="${colour.deep}" stroke-width="2" d="${nails}"/>`)
  paths.push(`<path fill="${colour.line}" d="${trace(i => lines[i] === 1 && part[i] !== NOTHING, 160)}"/>`)
  return `<g fill-rule="evenodd" transform="scale(${GRID})">${paths.join('')}</g>`
}
