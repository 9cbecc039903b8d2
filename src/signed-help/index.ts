import { listHelpSlots, saveSeen } from './signed-help.ts'
import type { App } from "#src/context.ts";

export { makeSignedHelp as makeHelpClips, type SignedHelp } from './signed-help.ts'

export const makeSignedHelp = (app: App) => ({
  saveSeen: saveSeen(app),
  listSlots: listHelpSlots(app),
})
