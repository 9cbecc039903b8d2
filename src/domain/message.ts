/** What we write to people. A message is data here; its words are made when it is sent. */
export type Message = {
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
export const letter = (message: Message, shown: { accessEnds: string; supportEmail: string }): Letter => {
  switch (message.kind) {
    case 'welcome':
      return {
        subject: `You are in: ${message.course}`,
        text: [
          message.name ? `Hello ${message.name},` : 'Hello,',
          `Your enrollment in ${message.course} at ${message.school} is complete. It is open to you until ${shown.accessEnds}.`,
          message.courseUrl ? `Open your course: ${message.courseUrl}` : 'Open it from the link in your course.',
          `Questions? Write to ${shown.supportEmail}.`,
        ].join('\n\n'),
      }
    default:
      return message.kind satisfies never
  }
}
