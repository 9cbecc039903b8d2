import { Picture } from './picture.tsx'

/** A large and a small mug side by side on a table. */
export const TwoMugs = () => (
  <Picture>
    <path d="M44 44c-5-6 5-9 0-16M58 44c-5-6 5-9 0-16M94 56c-4-5 4-8 0-13" />
    <path d="M30 62H25a9 9 0 0 0 0 19h6M108 72h4a6 6 0 0 1 0 12h-4" />
    <path className="tone-primary" d="M30 54H72V80a10 10 0 0 1-10 10H40a10 10 0 0 1-10-10z" />
    <path className="tone-accent" d="M80 66H108V82a8 8 0 0 1-8 8H88a8 8 0 0 1-8-8z" />
    <path className="tone-card" d="M51 80C43 74 41 70 44 67 47 64 50 66 51 69 52 66 55 64 58 67 61 70 59 74 51 80z" />
    <path className="tone-ok" d="M134 90C134 78 129 72 121 70 121 80 125 88 134 90z" />
    <path className="tone-ok" d="M134 90C133 76 136 67 143 62 148 74 145 84 134 90z" />
    <path className="tone-card" d="M14 90H148V98H14z" />
    <path d="M32 98V106M130 98V106" />
  </Picture>
)
