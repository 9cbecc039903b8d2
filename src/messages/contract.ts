import type { Statuses } from '#src/core/rules/outcome.ts'
import type { HelpDeskReason } from './rules/help-desk.ts'
import type { TestMailReason } from './rules/mail-samples.ts'

/** HTTP statuses of the reasons to refuse. */
export const messagesStatus: Statuses<HelpDeskReason> = {
  help_answered: 409,
  help_not_found: 404,
  help_open: 409,
}

/** HTTP statuses of the reasons not to send a test mail. Only a page sends them. */
export const testMailStatus: Statuses<TestMailReason> = {
  mail_kind_unknown: 404,
  mail_away: 502,
}
