import type { AnswerReason } from './rules/help.ts'

/** HTTP statuses of the reasons to refuse. */
export const messagesStatus: Record<AnswerReason, number> = {
  help_answered: 409,
}
