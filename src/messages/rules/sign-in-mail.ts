import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import type { MailContent } from './mail-body.ts'

/** Builds the sign-in mail. The code is alone on its line. */
export const signInMail = (code: string, supportEmail: string): MailContent => ({
  language: 'en',
  subject: `${code} is your Signbook code`,
  parts: [
    { is: 'text', text: 'Here is your code to log in to Signbook:' },
    { is: 'code', code },
    { is: 'text', text: `It works once, within ${CODE_MS / 60_000} minutes. Only the newest code works.` },
    {
      is: 'text',
      text: `If you did not ask for it, no one has logged in. You can ignore this email. Questions? Write to ${supportEmail}.`,
    },
  ],
})
