import { useEffect } from 'react'

/** Shows the signed help of the step that a script shows now: of the first of these slots that has a clip. */
export const useSlots = (slots: string[]): void => {
  const key = slots.join(' ')
  useEffect(() => {
    const clips = [...document.querySelectorAll<HTMLElement>('[data-help]')]
    const shown = key.split(' ').find(slot => clips.some(clip => clip.dataset.help === slot))
    for (const clip of clips) clip.hidden = clip.dataset.help !== shown
  }, [key])
}
