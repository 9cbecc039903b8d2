import { useContext } from 'react'
import { type ShownHelp, shownHelp } from '#src/signed-help/rules/help-clip.ts'
import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { Island } from '../island-host.tsx'
import { useLanguage } from '../ui/texts.ts'
import { PageHelp } from './page-help.ts'
import SignedClip from './signed-clip.island.tsx'

interface Props {
  /** Slots of what the page shows, the most exact first. The first one counts as seen. */
  slots: HelpSlot[]
  /** Slots of steps that a script may show later, without a page load. */
  later?: HelpSlot[] | undefined
}

/** A button that opens the signed clip of a step, if there is one. */
export const SignedHelp = ({ slots, later = [] }: Props) => {
  const help = useContext(PageHelp)
  const language = useLanguage()
  if (!help) return null
  const [first] = slots
  if (first) help.seen.add(first)
  const clips: Partial<Record<HelpSlot, ShownHelp>> = {}
  for (const slot of [...slots, ...later]) {
    const clip = help.clips.get(slot)
    if (clip) clips[slot] = shownHelp(clip, language)
  }
  return Object.keys(clips).length > 0 ? <Island of={SignedClip} props={{ slots, clips }} eager /> : null
}
