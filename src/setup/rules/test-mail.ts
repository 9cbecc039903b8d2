/** Text of the message that a manager sends to themselves. */
export const testMail = (publicUrl: string): { subject: string; text: string; html: string } => {
  const sentence = `Mail works. You asked for this message on ${publicUrl}/setup.`
  return { subject: 'Test message from Signbook', text: `${sentence}\n`, html: `<p>${sentence}</p>` }
}
