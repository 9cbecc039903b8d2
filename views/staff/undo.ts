import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import { type Done, done, type Refusal, refused } from '../answer.ts'
import type { LocalPath } from '../screen.ts'

type Undone = { ok: true } | { ok: false; reason: keyof typeof undoRefusals }

/** The answer to the button Undo. */
export const doneUndo = (to: LocalPath, undone: Undone): Done | Refusal =>
  undone.ok ? done(to, undoneText) : refused(undone.reason, undoRefusals[undone.reason], 409)
