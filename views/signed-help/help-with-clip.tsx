import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import type { Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { SignedHelp } from './signed-help.tsx'

/** Help on a page without a form: how to reach us, and the signed clip of the page. */
export const HelpWithClip = ({ support, slot }: { support: Site['support']; slot: HelpSlot }) => (
  <div className="help-corner">
    <Help support={support} />
    <SignedHelp slots={[slot]} />
  </div>
)
