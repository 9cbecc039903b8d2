import { listHelp, markHelpAnswered } from './answer-help.ts'
import { deleteOldMessages } from './delete-expired.ts'
import { flagSupport } from './flag-support.ts'
import { listMails, sendTestMail } from './list-mails.ts'
import { sendMessage } from './send-message.ts'
import { findNotice, readNotice, setNotice, undoNotice } from './site-notice.ts'
import type { App } from "#src/context.ts";

export { type Chat, chatSources, makeChat } from './chat.ts'
export { type MailGateway, makeMailGateway } from './mail.ts'
export { queueMessage } from './queue-message.ts'
export { makeSmsGateway, type SmsGateway, type TwilioSender } from './sms.ts'
export { findIssuer, saveHelpRequest } from './store/support.ts'

export const makeMessages = (app: App) => ({
  deleteExpired: deleteOldMessages(app),
  flagSupport: flagSupport(app),
  sendMessage: sendMessage(app),
  markHelpAnswered: markHelpAnswered(app),
  listHelp: listHelp(app),
  listMails: listMails(app),
  sendTestMail: sendTestMail(app),
  findNotice: findNotice(app),
  setNotice: setNotice(app),
  readNotice: readNotice(app),
  undoNotice: undoNotice(app),
})

export type Messages = ReturnType<typeof makeMessages>
