/** Time in which staff may undo a change of which nobody else was told. */
export const UNDO_MS = 30_000

/** Sentence of the reason to refuse an undo. */
export const undoRefusals = {
  too_late_to_undo: { message: 'You can undo only your last change, within 30 seconds.' },
} as const

export const undoneText = 'Undone.'
