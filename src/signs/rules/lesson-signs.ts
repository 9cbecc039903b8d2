import { clipOf, playedClip } from './clip-media.ts'
import type { Sign } from './dictionary.ts'

/** A sign as the overview of its lesson shows it. */
export interface LessonSign {
  slug: string
  gloss: string
  lesson: string
  meaning: string
  /** Address of a small picture of its clip. */
  picture: string | null
}

export const toLessonSign = ({ slug, gloss, lesson, english, clips }: Sign): LessonSign => {
  const clip = clipOf(clips, 'sign')
  const { thumbnails, poster } = clip ? playedClip(clip) : { thumbnails: [], poster: null }
  return { slug, gloss, lesson, meaning: english.join(', '), picture: thumbnails[0] ?? poster }
}
