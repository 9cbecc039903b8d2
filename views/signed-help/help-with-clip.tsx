import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import type { Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { SignedHelp } from './signed-help.tsx'

interface HelpWithClipProps {
  support: Site['support']
  slot: HelpSlot
  /** For teachers and parents, who are addressed formally. */
  toTeacher?: boolean
}

/** Help on a page without a form: how to reach us, and the signed clip of the page. */
export const HelpWithClip = ({ support, slot, toTeacher = false }: HelpWithClipProps) => (
  <div className="help-corner">
    <Help support={support} toTeacher={toTeacher} />
    <SignedHelp slots={[slot]} />
  </div>
)
