import type { Deps } from './deps.ts'
import { listHelpSlots, saveSeen } from './signed-help.ts'

export { makeSignedHelp as makeHelpClips, type SignedHelp } from './signed-help.ts'

export const makeSignedHelp = (deps: Deps) => ({
  saveSeen: saveSeen(deps),
  listSlots: listHelpSlots(deps),
})
