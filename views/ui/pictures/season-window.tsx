import type { ReactNode } from 'react'
import type { Season } from '#src/core/rules/season.ts'

/** A tree behind a window, as it looks in this season. A part of a picture. */
export const SeasonWindow = ({ season }: { season: Season }) => (
  <>
    <path className="tone-card" d="M102 12H142V50H102z" />
    {trees[season]}
    <path d="M102 12H142V50H102zM98 50H146" />
  </>
)

const trunk = <path d="M124 50V38" />

const trees: Record<Season, ReactNode> = {
  spring: (
    <>
      {trunk}
      <circle className="tone-ok" cx="124" cy="30" r="10" />
      <path className="bloom" d="M120 27h.1M128 28h.1M123 34h.1M132 43h.1" />
    </>
  ),
  summer: (
    <>
      <path className="tone-accent" d="M102 26A12 12 0 0 0 114 12H102z" />
      {trunk}
      <circle className="tone-ok" cx="125" cy="31" r="11" />
    </>
  ),
  autumn: (
    <>
      {trunk}
      <circle className="tone-accent" cx="124" cy="29" r="10" />
      <path d="M111 36l3 2M135 42l-3 2M112 46l2-1" />
    </>
  ),
  winter: (
    <>
      <path d="M124 50V26M124 40 115 31M124 35 132 27" />
      <path className="snow" d="M110 20h.1M120 18h.1M134 19h.1M109 40h.1M137 38h.1" />
    </>
  ),
}
