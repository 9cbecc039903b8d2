import { Picture } from './picture.tsx'

/** A lamp whose cable is not plugged in. */
export const UnpluggedLamp = () => (
  <Picture>
    <path d="M48 100 40 64 62 36" />
    <path className="tone-primary" d="M34 100H62" />
    <path className="tone-card" d="M56 42 74 20C84 22 90 29 90 37L60 52C56 50 55 46 56 42z" />
    <circle className="tone-accent" cx="40" cy="64" r="4.5" />
    <path d="M62 100C78 104 76 82 88 82H94" />
    <path className="tone-accent" d="M94 74H104C108 74 109 78 109 82S108 90 104 90H94z" />
    <path d="M109 78H115M109 86H115" />
    <path className="tone-card" d="M128 66H146V98H128z" />
    <path d="M137 75v4M137 85v4" />
  </Picture>
)
