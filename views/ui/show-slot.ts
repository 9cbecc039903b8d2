import { useEffect } from 'react'

/** Shows the signed help of the step that a script shows now: of the first of these slots that has a clip. */
export const useSlots = (slots: string[]): void => {
  useEffect(() => {
    const shown = slots.find(slot => document.querySelector(`[data-help=${slot}]`))
    for (const clip of document.querySelectorAll<HTMLElement>('[data-help]')) clip.hidden = clip.dataset.help !== shown
  })
}
