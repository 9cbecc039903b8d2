import { useEffect, useState } from 'react'
import { type DeckProgress, moveCard, readProgress, withoutCards, writeProgress } from '#src/signs/rules/leitner.ts'

const KEY = 'signbook-deck'

const kept = (): DeckProgress | null => {
  try {
    return readProgress(localStorage.getItem(KEY))
  } catch {
    // The browser keeps nothing here. The progress lasts until the page is left.
    return null
  }
}

/**
 * Progress of all cards, kept in this browser and sent nowhere. `openedAt` is the server's time when the page was made,
 * so that a wrong clock of the device does not matter.
 */
export const useProgress = (openedAt: number) => {
  const [progress, setProgress] = useState<DeckProgress>({})
  const [now, setNow] = useState(openedAt)
  useEffect(() => setProgress(kept() ?? {}), [])
  /** Reads again what is kept, which another tab may have changed. */
  const change = (next: (before: DeckProgress) => DeckProgress) => {
    const changed = next(kept() ?? progress)
    setProgress(changed)
    try {
      localStorage.setItem(KEY, writeProgress(changed))
    } catch {
      // As above.
    }
  }
  const answer = (key: string, knew: boolean) => {
    const at = Math.round(openedAt + performance.now())
    setNow(at)
    change(before => ({ ...before, [key]: moveCard(before[key], knew, at) }))
  }
  const startOver = (keys: string[]) => change(before => withoutCards(keys, before))
  return { progress, now, answer, startOver }
}
