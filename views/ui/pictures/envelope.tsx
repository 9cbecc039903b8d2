import { Picture } from './picture.tsx'

/** A letter in an open envelope, and a pen. */
export const Envelope = () => (
  <Picture>
    <path className="tone-primary" d="M32 52 76 24 120 52z" />
    <path className="tone-card" d="M46 18H106V76H46z" />
    <path d="M56 30H82M56 41H96M56 52H90" />
    <path className="tone-accent" d="M32 52 76 80 120 52V100H32z" />
    <path d="M32 100 63 72M120 100 89 72" />
    <path className="tone-primary" d="M128 92 138 46 148 48 138 94z" />
    <path className="tone-card" d="M128 92 131 103 138 94z" />
  </Picture>
)
