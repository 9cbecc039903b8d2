import { createContext } from 'react'
import type { HelpClip, HelpSlot } from '#src/messages/rules/signed-help.ts'

/** Signed help on a page of the server: the clips, and the slots that the page has. */
interface PageHelp {
  clips: ReadonlyMap<HelpSlot, HelpClip>
  seen: Set<HelpSlot>
}

export const PageHelp = createContext<PageHelp | null>(null)
