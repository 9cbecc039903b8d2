import { useContext } from 'react'
import { type HelpSlot, shownHelp } from '#src/messages/rules/signed-help.ts'
import { TellTeacher } from '../errors/tell-teacher.tsx'
import { Island } from '../island-host.tsx'
import type { Site } from '../screen.ts'
import { Help } from '../ui/public-page.tsx'
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

interface HelpWithClipProps {
  support: Site['support']
  slot: HelpSlot
  /** A ready text for the teacher, who can help with what the page says. */
  letter?: string | null
  /** For teachers and parents, who are addressed formally. */
  toTeacher?: boolean
}

/** Help on a page without a form: how to reach us, the signed clip of the page, and a text for the teacher. */
export const HelpWithClip = ({ support, slot, letter, toTeacher = false }: HelpWithClipProps) => (
  <div className="help-corner">
    <Help support={support} toTeacher={toTeacher} />
    <SignedHelp slots={[slot]} />
    {letter && <TellTeacher text={letter} />}
  </div>
)
