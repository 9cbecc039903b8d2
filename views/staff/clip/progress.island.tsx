import { useEffect, useState } from 'react'
import type { ClipState } from '#src/clips/rules/clip.ts'
import { island } from '../../island.ts'
import { hrefs, paths } from '../../paths.ts'
import { useHydrated } from '../../ui/hydrated.ts'

interface ProgressProps {
  id: number
  progress: number
}

/** Follows a clip while it is being prepared, then shows the finished page. Without JavaScript, a link refreshes it. */
const Progress = ({ id, progress: given }: ProgressProps) => {
  const live = useHydrated()
  const [progress, setProgress] = useState(given)
  useEffect(() => {
    const stream = new EventSource(paths.clipEvents)
    stream.addEventListener('clips', event => {
      const changed: { id: number; state: ClipState; progress: number | null }[] = JSON.parse(event.data)
      const clip = changed.find(c => c.id === id)
      if (clip && clip.state !== 'processing') location.replace(hrefs.clip(id))
      else if (clip) setProgress(clip.progress ?? 0)
    })
    return () => stream.close()
  }, [id])
  return (
    <p className="import-progress">
      <progress max={100} value={progress || undefined} aria-label="Preparing the clip" />
      {progress > 0 ? `${progress} %` : 'Waits for its turn'} {!live && <a href={hrefs.clip(id)}>Refresh</a>}
    </p>
  )
}

export default island('staff/clip/progress', Progress)
