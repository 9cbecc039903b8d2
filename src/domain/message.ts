/** What we write to people. A message is data here; its words are made when it is sent. */
export type Message = Welcome | Receipt

/** What was paid. Amounts come as they are to be shown, since only the card provider knows the currency's ways. */
export interface Receipt {
  kind: 'receipt'
  recipient: string
  name: string | null
  course: string
  school: string
  lines: { product: string; amount: string }[]
  total: string
  /** What the card provider calls the payment. */
  reference: string
  /** ISO 8601. */
  paidAt: string
}

export interface Welcome {
  kind: 'welcome'
  recipient: string
  name: string | null
  course: string
  school: string
  courseUrl: string | null
  /** ISO 8601. */
  accessEndsAt: string
}

export interface Letter {
  subject: string
  /** Plain text, one paragraph a line. */
  text: string
}

/** The words of a message. Dates come in as they are to be shown. */
export const letter = (message: Message, shown: { date: string; supportEmail: string }): Letter => {
  switch (message.kind) {
    case 'welcome':
      return {
        subject: `You are in: ${message.course}`,
        text: [
          message.name ? `Hello ${message.name},` : 'Hello,',
          `Your enrollment in ${message.course} at ${message.school} is complete. It is open to you until ${shown.date}.`,
          message.courseUrl ? `Open your course: ${message.courseUrl}` : 'Open it from the link in your course.',
          `Questions? Write to ${shown.supportEmail}.`,
        ].join('\n\n'),
      }
    case 'receipt':
      return {
        subject: `Your receipt: ${message.course}`,
        text: [
          message.name ? `Hello ${message.name},` : 'Hello,',
          `Thank you. We received your payment for ${message.course} at ${message.school}.`,
          [...message.lines.map(l => `${l.product}: ${l.amount}`), `Total: ${message.total}`].join('\n'),
          `Paid on ${shown.date}. Reference ${message.reference}.`,
          `Questions? Write to ${shown.supportEmail}.`,
        ].join('\n\n'),
      }
    default:
      return message satisfies never
  }
}
