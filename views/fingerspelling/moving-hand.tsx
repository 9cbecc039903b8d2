import type { Moment } from '#src/signs/rules/fingerspelling/playback.ts'
import { poseOf } from '#src/signs/rules/fingerspelling/poses.ts'
import { type Stroke, strokesOf } from '#src/signs/rules/fingerspelling/sketch.ts'

/** Colors of the first looks, as in the drawings. */
const colours = { line: '#56302a', skin: '#f7ceaa', shade: '#e2a07a', sleeve: '#2f5d8c', fold: '#21446c' }

/** A line around a part, its shade on the lower right, and the part itself. */
const Part = ({ path, width, look }: Stroke) => {
  const [tone, shade] = look === 'sleeve' ? (['sleeve', 'fold'] as const) : (['skin', 'shade'] as const)
  const line = (name: keyof typeof colours, by: number, moved = 0) => {
    const colour = `var(--hand-${name},${colours[name]})`
    const fill = path.endsWith('z') ? colour : 'none'
    const transform = `translate(${-moved * 0.07} ${-moved * 0.05})`
    return <path d={path} fill={fill} stroke={colour} strokeWidth={by} transform={transform} />
  }
  return (
    <g strokeLinejoin="round" strokeLinecap={look === 'sleeve' ? 'butt' : 'round'}>
      {look !== 'joined' && line('line', width + 6)}
      {look !== 'joined' && line(shade, width - 8)}
      {line(tone, width * 0.84 - 8, width)}
    </g>
  )
}

interface Props {
  change: NonNullable<Moment['change']>
  side?: string
}

/** The hand between two letters, posed from their angles: drawings of every way would be too many. */
const MovingHand = ({ change: { from, to, share }, side }: Props) => (
  <g>
    {strokesOf(poseOf(from, to, share), side).map((stroke, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place, from back to front
      <Part key={i} {...stroke} />
    ))}
  </g>
)

export default MovingHand
