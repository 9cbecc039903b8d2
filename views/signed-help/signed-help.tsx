import { useContext } from 'react'
import { shownHelp } from '#src/signed-help/rules/help-clip.ts'
import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { Island } from '../island-host.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import HelpClip from './help-clip.island.tsx'
import { PageHelp } from './page-help.ts'

interface Props {
  /** Slots of what the page shows, the most exact first. The first one counts as seen. */
  slots: HelpSlot[]
  /** Slots of steps that a script may show later, without a page load. */
  later?: HelpSlot[] | undefined
}

/**
 * A button that opens the signed clip of a step; nothing if none is published. Those of later steps are hidden until
 * `useSlots` shows them. The player loads when it is opened; without JavaScript the browser's own plays.
 */
export const SignedHelp = ({ slots, later = [] }: Props) => {
  const help = useContext(PageHelp)
  const language = useLanguage()
  const { watch } = useTexts('help')
  if (!help) return null
  const [first] = slots
  if (first) help.seen.add(first)
  const shown = slots.find(slot => help.clips.has(slot))
  return [...new Set([...slots, ...later])].map(slot => {
    const clip = help.clips.get(slot)
    return (
      clip && (
        <details key={slot} className="ask" data-help={slot} hidden={slot !== shown}>
          <summary className="button button-quiet">{watch}</summary>
          <Island of={HelpClip} props={{ help: shownHelp(clip, language) }} lazy />
        </details>
      )
    )
  })
}
