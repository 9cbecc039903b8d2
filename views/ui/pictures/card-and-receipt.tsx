import { Picture } from './picture.tsx'

/** A receipt, and the card that paid. */
export const CardAndReceipt = () => (
  <Picture>
    <path className="tone-card" d="M38 14H90V98L81.300 91 72.700 98 64 91 55.300 98 46.700 91 38 98z" />
    <path d="M49 29H64M49 41H79M49 53H70" />
    <path className="tone-primary" d="M74 58 138 48 144 86 80 96z" />
    <path className="tone-accent" d="M75.500 67 139.500 57 140.800 65.500 76.800 75.500z" />
    <path className="tone-card" d="M122 75 133 73.300 134 80 123 81.700z" />
  </Picture>
)
