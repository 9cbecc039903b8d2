import { Picture } from './picture.tsx'

/** A closed door with a sign of the moon, a lit lamp, and the plant of the open door. */
export const ClosedDoor = () => (
  <Picture>
    <path className="tone-light" d="M24 46 14 94H58L48 46z" />
    <path className="tone-accent" d="M31 31H41L49 46H23z" />
    <path d="M36 31V22H58" />
    <path className="tone-card" d="M58 16H108V98H58z" />
    <path className="tone-primary" d="M65 23H101V98H65z" />
    <path d="M83 34 73 47M83 34 93 47" />
    <path className="tone-card" d="M68 47H98V67H68z" />
    <path className="tone-accent" d="M86 51A6.500 6.500 0 1 0 88.500 61 5.500 5.500 0 0 1 86 51z" />
    <path d="M72 78v5" />
    <path d="M20 98H146" />
    <path className="tone-card" d="M118 80H138L135 98H121z" />
    <path className="tone-ok" d="M128 80C128 66 120 60 110 60 110 72 117 80 128 80z" />
    <path className="tone-ok" d="M128 80C128 62 134 52 144 50 146 66 140 78 128 80z" />
  </Picture>
)
