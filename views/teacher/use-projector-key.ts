import { useEffect } from 'react'

/** Opens the projector by the key P, outside fields and dialogs. In the frame of an LMS it opens a new tab. */
export const useProjectorKey = (href: string): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog')) return
      event.preventDefault()
      if (parent === window) location.assign(href)
      else open(href, '_blank', 'noopener')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [href])
}
