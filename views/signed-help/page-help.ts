import { createContext } from 'react'
import type { HelpClip, HelpSlot } from '#src/messages/rules/signed-help.ts'

/** Signed help that a page of the server may show. */
export const PageHelp = createContext<ReadonlyMap<HelpSlot, HelpClip> | null>(null)
