import { island } from '../island.ts'
import { Player } from './player.tsx'

/** The player as a part of its own, for a page without the dictionary around it. */
export default island('dictionary/player', Player)
