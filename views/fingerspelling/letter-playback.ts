import { useCallback, useEffect, useState } from 'react'
import { type Moment, playbackOf } from '#src/signs/rules/fingerspelling/playback.ts'
import type { SpelledLetter } from '#src/signs/rules/fingerspelling/spelling.ts'
import { wantsStill } from '../ui/hydrated.ts'

/** Plays letters one after the other. Nothing plays before `play` is called; `shown` is null when nothing is played. */
export const usePlayback = (letters: SpelledLetter[], lettersPerSecond: number) => {
  const [moments, setMoments] = useState<Moment[]>([])
  const [at, setAt] = useState(0)
  const shown = moments[at] ?? null
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setAt(at + 1), shown.milliseconds)
    return () => clearTimeout(timer)
  }, [shown, at])
  const play = useCallback(() => {
    setMoments(playbackOf(letters, lettersPerSecond, wantsStill()))
    setAt(0)
  }, [letters, lettersPerSecond])
  return { shown, play, stop: () => setMoments([]) }
}
