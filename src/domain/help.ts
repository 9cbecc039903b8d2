import * as z from 'zod/mini'
import { cleanEmail, emailMessage } from './person.ts'

/** What support is told about the person who asks, by chat or by form: the names of spec §1, flat texts, no empty ones. */
export type HelpFacts = Partial<
  Record<
    | 'enroll_token'
    | 'lti_token'
    | 'platform_iss'
    | 'course_id'
    | 'domain'
    | 'context_id'
    | 'course_label'
    | 'course_title'
    | 'email',
    string
  >
>

/** The chat of a page: where its script is, and who is there. Without a person it knows the course alone. */
export interface ChatShown {
  baseUrl: string
  websiteToken: string
  /** `hash` proves to the vendor that the id is ours to give. One of email and name is there: the vendor wants that. */
  user: { id: string; email: string; name: string; hash: string } | null
  facts: HelpFacts
}

/** What stands in the corner of a payment page. */
export interface HelpShown {
  /** Of the link that the page was opened with. */
  token: string | null
  email: string
  /** A school for children: no vendor and nothing stored, a mail link alone (rules.md F3). */
  isK12: boolean
  chat: ChatShown | null
}

export const helpMessages = {
  ask: 'Ask for help',
  text: 'Please write what you need help with.',
  long: 'That is more than we can take here. Please make it shorter.',
  sent: 'Thank you. We have your question, and we answer by email.',
  tooMany: 'You have asked several times in the last hour. We answer by email; please wait for it.',
} as const

/** What staff read who tick a request off. */
export const answerMessages = {
  done: 'Ticked off.',
  before: 'A colleague has ticked this off before you.',
} as const

export const HELP_MAX = 2000

export const HelpForm = z.object({
  email: z
    ._default(z.string().check(z.trim(), z.toLowerCase()), '')
    .check(z.refine(email => cleanEmail(email) !== null, emailMessage)),
  text: z._default(z.string().check(z.trim()), '').check(
    z.refine(text => text.length > 0, helpMessages.text),
    z.refine(text => text.length <= HELP_MAX, helpMessages.long),
  ),
})

/** Without what is not known: a vendor shows an empty fact as if it were one. */
export const presentFacts = (facts: Record<string, string | null | undefined>): HelpFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) as HelpFacts
