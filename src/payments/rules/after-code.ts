import type { Coverage } from '#src/access/rules/coverage.ts'
import type { CodeStatus, UnchangedReason } from '#src/codes/rules/access-code.ts'
import { codeSlot } from '#src/signed-help/rules/code-slot.ts'
import type { PayPage } from './pay-page.ts'

/** The answer to a code as the page needs it. */
export interface CodeResult {
  status: CodeStatus
  message: string
  unchanged: UnchangedReason | null
  needs: Coverage[]
}

/** Returns the page after the answer to a code. `notes` are the sentences of an answer that changed nothing. */
export const afterCode = (
  page: PayPage,
  result: CodeResult,
  notes: Readonly<Record<UnchangedReason, string>>,
): PayPage => {
  const counted = { ...page, needs: result.needs, note: null, problem: null }
  switch (result.status) {
    case 'PROCESSED':
      return { ...counted, step: 'thank_you', typed: '' }
    case 'OK':
      return { ...counted, typed: '', note: result.unchanged && notes[result.unchanged] }
    case 'MAX':
    case 'MAX_SAME_EMAIL':
    case 'MAX_OTHER_EMAIL':
      return { ...counted, problem: { at: 'code', text: result.message, slot: codeSlot(result.status) } }
    default:
      return result.status satisfies never
  }
}
