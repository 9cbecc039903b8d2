import { Picture } from './picture.tsx'

/** A signpost that points two ways. */
export const Signpost = () => (
  <Picture>
    <path className="tone-card" d="M75 14H85V98H75z" />
    <path className="tone-accent" d="M48 24H104L116 35 104 46H48z" />
    <path className="tone-primary" d="M112 54H56L44 65 56 76H112z" />
    <path d="M58 35H92" />
    <path d="M18 98H144" />
    <path className="tone-ok" d="M122 98C121 88 116 82 108 80 108 90 113 97 122 98z" />
    <path className="tone-ok" d="M122 98C121 84 125 76 133 72 137 84 133 94 122 98z" />
    <path className="tone-card" d="M30 98a9 9 0 0 1 18 0z" />
  </Picture>
)
