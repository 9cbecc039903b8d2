import type { HelpSlot } from './signed-help.ts'

const SLOTS: Record<string, HelpSlot> = {
  code_malformed: 'code-wrong',
  code_unknown: 'code-wrong',
  code_expired: 'code-wrong',
  code_not_used_here: 'code-wrong',
  MAX: 'code-used',
  MAX_SAME_EMAIL: 'code-used-by-you',
  MAX_OTHER_EMAIL: 'code-used-by-other',
  too_many_wrong_codes: 'code-wait',
  code_busy: 'code-wait',
}

/** Returns the slot of the answer to an access code: its status, or the reason of its refusal. */
export const codeSlot = (outcome: string): HelpSlot => SLOTS[outcome] ?? 'code'
