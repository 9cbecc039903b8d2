import type { Season } from '#src/core/rules/season.ts'
import { Picture } from './picture.tsx'
import { SeasonWindow } from './season-window.tsx'

/** A desk lamp over an open book, and the season behind a window. */
export const LampAndBook = ({ season }: { season: Season }) => (
  <Picture>
    <SeasonWindow season={season} />
    <path className="tone-light" d="M48 42 34 98H128L72 30z" />
    <path className="tone-primary" d="M50 66V100c14-3 30-2 40 4 10-6 26-7 40-4V66z" />
    <path className="tone-card" d="M90 70C80 63 66 61 55 63V96c12-2 25 0 35 6z" />
    <path className="tone-card" d="M90 70c10-7 24-9 35-7V96c-12-2-25 0-35 6z" />
    <path d="M64 73c6 0 11 1 17 4M64 83c6 0 11 1 17 4M99 87c6-3 11-4 17-4" />
    <path className="tone-accent" d="M103 66V80l5-4 5 3V63z" />
    <path d="M30 104 22 66 48 34" />
    <path className="tone-primary" d="M18 104H42" />
    <path className="tone-primary" d="M42 40 60 18C70 20 76 27 76 35L46 50C42 48 41 44 42 40z" />
    <circle className="tone-accent" cx="22" cy="66" r="4.5" />
  </Picture>
)
