import { type RefObject, useEffect, useRef } from 'react'
import { actionOfKey, type PlayerAction } from '#src/signs/rules/sign-player.ts'

/** The space bar presses or changes these. */
const TAKES_SPACE = 'button, summary, input, select, textarea'

/**
 * Keys of a player. Letters and signs work while the focus is in the player (WCAG 2.1.4). The space bar and the arrows of
 * a dialog around it work in all of the dialog; of several players there, they go to the first.
 */
export const usePlayerKeys = (root: RefObject<HTMLElement | null>, act: (action: PlayerAction) => void) => {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const player = root.current
    if (!player) return
    const scope = player.closest('dialog') ?? player
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return
      const { target } = event
      const isCharacter = event.key.length === 1 && event.key !== ' '
      if (isCharacter && !player.contains(target)) return
      if ((target.closest('.player') ?? scope.querySelector('.player') ?? player) !== player) return
      // The focused slider or speed control uses the arrow keys. They do not change the sign.
      if (/^Arrow/.test(event.key) && target.matches('input')) return event.stopPropagation()
      if (event.key === ' ' && target.closest(TAKES_SPACE)) return
      const action = actionOfKey(event.key)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(action)
    }
    scope.addEventListener('keydown', onKeyDown)
    return () => scope.removeEventListener('keydown', onKeyDown)
  }, [root])
}
