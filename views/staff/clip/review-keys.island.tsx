import { useEffect } from 'react'
import { island } from '../../island.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/** Keys of a review, while the player has the focus: each presses the part of the page with its `data-key`. */
const ReviewKeys = ({ canDecide }: { canDecide: boolean }) => {
  const hydrated = useHydrated()
  useEffect(() => {
    const player = document.querySelector<HTMLElement>('.player')
    if (!player) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const part = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)
      if (!part || event.target !== player) return
      event.preventDefault()
      if (part.matches('textarea')) return part.focus()
      part.click()
    }
    const comment = document.querySelector<HTMLTextAreaElement>('textarea[data-key]')
    const onComment = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
        comment?.form?.querySelector<HTMLElement>('[value=send-back]')?.click()
    }
    player.addEventListener('keydown', onKey)
    comment?.addEventListener('keydown', onComment)
    if (canDecide) player.focus({ preventScroll: true })
    return () => {
      player.removeEventListener('keydown', onKey)
      comment?.removeEventListener('keydown', onComment)
    }
  }, [canDecide])
  return hydrated ? (
    <p className="hint">
      While the player has the focus:{' '}
      {canDecide && (
        <>
          <kbd>P</kbd> approves and publishes, <kbd>S</kbd> goes to the comment, where <kbd>Ctrl</kbd> <kbd>Enter</kbd>{' '}
          sends the clip back,{' '}
        </>
      )}
      <kbd>N</kbd> shows the next one.
    </p>
  ) : null
}

export default island('staff/clip/review-keys', ReviewKeys)
