import { clipOf, playedClip } from './clip-media.ts'
import type { Sign } from './dictionary.ts'

/** A sign as the overview of its lesson shows it. */
export interface LessonSign {
  slug: string
  gloss: string
  lesson: string
  meaning: string
  /** Meaning in Spanish; empty if the entry has none. */
  meaningEs: string
  /** Address of a small picture of its clip. */
  picture: string | null
}

export const toLessonSign = ({ slug, gloss, lesson, english, spanish, clips }: Sign): LessonSign => {
  const clip = clipOf(clips, 'sign')
  const { thumbnails, poster } = clip ? playedClip(clip) : { thumbnails: [], poster: null }
  const picture = thumbnails[0] ?? poster
  return { slug, gloss, lesson, meaning: english.join(', '), meaningEs: spanish.join(', '), picture }
}
