import type { HelpDeskReason } from './rules/help-desk.ts'
import type { TestMailReason } from './rules/mail-samples.ts'

/** HTTP statuses of the reasons to refuse. */
export const messagesStatus: Record<HelpDeskReason, number> = {
  help_answered: 409,
  help_not_found: 404,
  help_open: 409,
}

/** HTTP statuses of the reasons not to send a test mail. Only a page sends them. */
export const testMailStatus: Record<TestMailReason, number> = {
  mail_kind_unknown: 404,
  mail_refused: 422,
  mail_away: 502,
}
