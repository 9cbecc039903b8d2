/** Returns true if the reason for a change is missing. If none is needed it may be left out, but not blank. */
export const isReasonMissing = (reason: string | undefined, isNeeded: boolean): boolean =>
  reason === undefined ? isNeeded : reason.trim() === ''
