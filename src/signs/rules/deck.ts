import { clipOf, type PlayedClip, playedClip } from './clip-media.ts'
import type { Sign } from './dictionary.ts'
import { drawnOf } from './pictures.ts'

/** A sign as a practice card. */
export interface DeckCard extends Pick<Sign, 'slug' | 'gloss' | 'english' | 'spanish' | 'usage' | 'video' | 'picture'> {
  clip: PlayedClip | null
  /** Drawings of the sign: the letters of a spelled word, a number, or a handshape. */
  drawn: string | null
  /** The sign in words, as a signer described it. */
  description: string[]
}

/** From a sign to its meaning, or from a meaning to its sign. */
export const deckWays = ['toSign', 'toMeaning'] as const
export type DeckWay = (typeof deckWays)[number]

export const toDeckCard = (sign: Sign): DeckCard => {
  const clip = clipOf(sign.clips, 'sign')
  const drawn = drawnOf(sign.gloss)
  const handshape = sign.handshape === drawn ? null : sign.handshape
  const parts = [sign.formation, handshape, sign.otherHandshape, sign.location, sign.movement, sign.mouth]
  const { slug, gloss, english, spanish, usage, video, picture } = sign
  const description = parts.filter(part => part !== null)
  return { slug, gloss, english, spanish, usage, video, picture, clip: clip && playedClip(clip), drawn, description }
}

/** Returns true if the card can show the sign itself. A gloss is no sign: it mostly repeats the meaning. */
export const showsSign = ({ clip, video, drawn, description }: DeckCard): boolean =>
  clip !== null || video !== null || drawn !== null || description.length > 0

/** Cards that can be asked this way. */
export const cardsFor = (way: DeckWay, cards: DeckCard[]): DeckCard[] =>
  way === 'toSign' ? cards : cards.filter(showsSign)

/** Key under which the browser keeps the progress of a card: each way has its own. */
export const cardKey = (way: DeckWay, { slug }: Pick<DeckCard, 'slug'>): string =>
  `${way === 'toSign' ? 'm' : 's'}:${slug}`
