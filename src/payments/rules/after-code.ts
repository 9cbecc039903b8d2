import type { Coverage } from '#src/access/rules/coverage.ts'
import { type CodeStatus, codeMessages, type UnchangedReason } from '#src/codes/rules/access-code.ts'
import type { PayPage } from './pay-page.ts'

/** Shown to everyone who just got access. */
export const thankYou = 'Thank you. You are in!'

/** Shown instead while the course's platform is not set up, and nobody can be enrolled there. */
export const opensLaterTexts = {
  title: 'Thank you. You are enrolled.',
  text: 'Your course is not ready to open yet. Our staff know. You do not need to do anything now.',
} as const

/** The answer to a code as the page needs it. */
export interface CodeResult {
  status: CodeStatus
  message: string
  unchanged: UnchangedReason | null
  needs: Coverage[]
}

/** Returns the page after the answer to a code. */
export const afterCode = (page: PayPage, result: CodeResult): PayPage => {
  const counted = { ...page, needs: result.needs, note: null, problem: null }
  switch (result.status) {
    case 'PROCESSED':
      return { ...counted, step: 'thank_you', typed: '' }
    case 'OK':
      return { ...counted, typed: '', note: result.unchanged && codeMessages[result.unchanged] }
    case 'MAX':
    case 'MAX_SAME_EMAIL':
    case 'MAX_OTHER_EMAIL':
      return { ...counted, problem: { at: 'code', text: result.message } }
    default:
      return result.status satisfies never
  }
}
