import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { TellTeacher } from '../errors/tell-teacher.tsx'
import type { Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { SignedHelp } from './signed-help.tsx'

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
