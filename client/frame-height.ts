/** The height of the page, for the LMS whose frame it is in, so that only the LMS scrolls: docs/platforms/what-they-tell.md */

/** Returns the height of the content. The body is at least as high as the frame, so this lifts its minimum for a moment. */
const contentHeight = (): number => {
  const { style } = document.body
  style.minHeight = '0'
  const { height } = document.body.getBoundingClientRect()
  style.minHeight = ''
  return Math.ceil(height)
}

let reported = 0
const report = (): void => {
  const height = contentHeight()
  if (height === reported) return
  reported = height
  const message = { subject: 'lti.frameResize', height }
  // The height is no secret, so any parent may read it. Canvas documents an object, Moodle's plugin reads only JSON.
  parent.postMessage(message, '*')
  parent.postMessage(JSON.stringify(message), '*')
}

/** Chromium 156 scrolls the LMS to a dialog that opens, after the first look at what is in sight. */
const AGAIN_MS = 100

/** A frame as high as its page is taller than the window: moves a dialog to the part that is in sight. */
const placeInSight = (dialog: HTMLDialogElement, looksAgain = true): void => {
  const sight = new IntersectionObserver(([entry]) => {
    sight.disconnect()
    if (looksAgain) setTimeout(placeInSight, AGAIN_MS, dialog, false)
    const seen = entry?.intersectionRect
    if (!seen || seen.height >= innerHeight) return
    dialog.style.marginBlockStart = `${seen.top + 16}px`
    dialog.style.maxHeight = `${Math.max(seen.height - 32, 240)}px`
  })
  sight.observe(document.documentElement)
}

/** Reports the height now and when it changes, and keeps dialogs in sight. */
export const reportHeight = (): void => {
  const sizes = new ResizeObserver(report)
  for (const part of document.querySelectorAll('body > *, main > *')) sizes.observe(part)
  new MutationObserver(changes => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes])
        if (node instanceof HTMLDialogElement && node.open && !node.style.marginBlockStart) placeInSight(node)
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
}
