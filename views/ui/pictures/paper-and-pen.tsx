import { Picture } from './picture.tsx'

export const PaperAndPen = () => (
  <Picture>
    <path className="tone-card" d="M46 14H90L106 30V102H46z" />
    <path className="tone-primary" d="M90 14V30H106z" />
    <path d="M58 32H76M58 46H92" />
    <path className="tone-accent" d="M58 62H76V80H58z" />
    <path d="M62 71 66 75 73 65M86 72H94" />
    <path className="tone-primary" d="M118 78 136 34 147 39 129 83z" />
    <path className="tone-card" d="M118 78 116 96 129 83z" />
  </Picture>
)
