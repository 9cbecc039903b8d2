import { listHelp, markHelpAnswered } from './answer-help.ts'
import { deleteExpired } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { flagSupport } from './flag-support.ts'
import { listMails, sendTestMail } from './list-mails.ts'
import { sendMessage } from './send-message.ts'
import { findNotice, readNotice, setNotice, undoNotice } from './site-notice.ts'

export { type Chat, chatSources, makeChat } from './chat.ts'
export { type MailGateway, makeMailGateway } from './mail.ts'
export { queueMessage } from './queue-message.ts'
export { makeSmsGateway, type SmsGateway, type TwilioSender } from './sms.ts'
export { findIssuer, saveHelpRequest } from './store/support.ts'

export const makeMessages = (deps: Deps) => ({
  deleteExpired: deleteExpired(deps),
  flagSupport: flagSupport(deps),
  sendMessage: sendMessage(deps),
  markHelpAnswered: markHelpAnswered(deps),
  listHelp: listHelp(deps),
  listMails: listMails(deps),
  sendTestMail: sendTestMail(deps),
  findNotice: findNotice(deps),
  setNotice: setNotice(deps),
  readNotice: readNotice(deps),
  undoNotice: undoNotice(deps),
})

export type Messages = ReturnType<typeof makeMessages>
