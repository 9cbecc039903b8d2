import { island } from '../island.ts'
import { Player } from './video-player.tsx'

/** The player as an island, for a page without the dictionary. */
export default island('dictionary/player', Player, ['dictionary'])
