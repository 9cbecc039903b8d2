import { encode } from 'uqr'

/** Any of the eight can be read. To look for the best takes ten times as long, and a page may have a hundred codes. */
const MASK = 3

/** Draws the black squares of a row, those side by side as one. */
const drawRow = (row: boolean[], y: number): string => {
  const starts = row.flatMap((on, x) => (on && !row[x - 1] ? [x] : []))
  return starts.map(x => `M${x} ${y}h${row.indexOf(false, x) - x}v1H${x}z`).join('')
}

/** QR code as one SVG path. Always black on white, so that cameras can read it in dark mode too. */
export const Qr = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 2, maskPattern: MASK })
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(drawRow).join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
