import { useState } from 'react'
import type { ShownHelp } from '#src/signed-help/rules/help-clip.ts'
import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { island } from '../island.ts'
import { useShownSlots } from '../ui/shown-slots.ts'
import { useTexts } from '../ui/texts.ts'
import { HelpClipView } from './help-clip-view.tsx'

interface Props {
  slots: HelpSlot[]
  clips: Partial<Record<HelpSlot, ShownHelp>>
}

/** The clip of the step that the page shows now. Without JavaScript the browser's own player plays it. */
const SignedClip = ({ slots: given, clips }: Props) => {
  const [slots, setSlots] = useState<string[]>(given)
  useShownSlots(setSlots)
  const texts = useTexts('help')
  const help = slots.map(slot => Object.entries(clips).find(([name]) => name === slot)?.[1]).find(Boolean)
  return help ? (
    <details key={help.title} className="ask signed-help">
      <summary className="button button-quiet">{texts.watch}</summary>
      <HelpClipView help={help} />
    </details>
  ) : null
}

export default island('signed-help/signed-clip', SignedClip, ['ui', 'help', 'dictionary'])
