import { rowId } from '#src/core/rules/row-id.ts'
import { messagesStatus } from '#src/messages/contract.ts'
import { answerRefusals, helpAnswered } from '#src/messages/rules/help.ts'
import type { Modules } from '#src/modules.ts'
import { type Form, page } from '../../screen.ts'
import type { FeedbackText } from '../../ui/feedback.tsx'
import { type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'

type Help = Awaited<ReturnType<Modules['messages']['listHelp']>>
export type HelpRequest = Help['requests'][number]

export interface HelpRequestsPage extends Help {
  rights: Rights
  feedback: FeedbackText | null
}

export const showHelp = async (context: StaffContext, feedback: FeedbackText | null = null, status = 200) => {
  const help = await context.modules.messages.listHelp()
  return page({ ...help, rights: rightsOf(context.staff), feedback }, { title: 'Help Requests', status })
}

export const answerHelp = async (context: StaffContext, { fields }: Form) => {
  const id = rowId(fields.id) ?? 0
  const result = await context.modules.messages.markHelpAnswered(id, context.staff)
  if (result.ok) return showHelp(context, { tone: 'good', text: helpAnswered })
  const { message: text } = answerRefusals[result.reason]
  return showHelp(context, { tone: 'problem', text }, messagesStatus[result.reason])
}
