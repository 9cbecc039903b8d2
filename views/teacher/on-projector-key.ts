import type { KeyboardEvent } from 'react'

/**
 * Opens the projector by the key P while the focus is in the lessons, so that speech input elsewhere triggers nothing
 * (WCAG 2.1.4). In the frame of an LMS it opens a new tab.
 */
export const onProjectorKey = (event: KeyboardEvent, href: string): void => {
  if (event.key.toLowerCase() !== 'p' || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  if (parent === window) location.assign(href)
  else open(href, '_blank', 'noopener')
}
