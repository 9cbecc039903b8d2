import { Picture } from './picture.tsx'

/** A paper plane on its way, over two clouds. */
export const PaperPlane = () => (
  <Picture>
    <path className="tone-card" d="M24 34a7 7 0 0 1 5-13 10 10 0 0 1 18-2 8 8 0 0 1 7 15z" />
    <path className="missing" d="M56 92C46 102 30 104 22 94S28 74 38 80" />
    <path className="tone-card" d="M136 20 42 54 72 66z" />
    <path className="tone-primary" d="M136 20 72 66 76 90 88 76z" />
    <path className="tone-accent" d="M136 20 84 72 114 84z" />
    <path className="tone-card" d="M100 106a7 7 0 0 1 3-13 11 11 0 0 1 20-3 10 10 0 0 1 13 16z" />
  </Picture>
)
