import * as z from 'zod/mini'
import { emailField } from '#src/core/rules/form.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { cleanEmail } from '#src/core/rules/person.ts'

/** Facts about the person who asks for help, by chat or form. Flat text values, none empty. */
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

/** Chat widget of a page. Without a person, it gets only the course. */
export interface ChatShown {
  baseUrl: string
  websiteToken: string
  /** `hash` proves to the vendor that we issued the id. The vendor requires an email or a name. */
  user: { id: string; email: string; name: string; hash: string } | null
  facts: HelpFacts
}

/** Help corner of a payment page. */
export interface HelpShown {
  /** Token from the page's link. */
  token: string | null
  email: string
  /** K-12 school: no chat vendor and no phone number. */
  isK12: boolean
  /** False when a K-12 school's launch gave the address; the answer goes there. */
  asksEmail: boolean
  chat: ChatShown | null
}

/** Reasons to refuse a question, besides those of its form and of the captcha. */
export type HelpReason = 'too_many_requests' | 'captcha_needed'

export const HELP_MAX = 2000

export const HelpForm = (texts: Record<'emailInvalid' | 'text' | 'long', string>) =>
  z.object({
    email: emailField().check(z.refine(email => cleanEmail(email) !== null, texts.emailInvalid)),
    text: z._default(z.string().check(z.trim()), '').check(
      z.refine(text => text.length > 0, texts.text),
      z.refine(text => text.length <= HELP_MAX, texts.long),
    ),
  })

/** Removes empty facts, because the vendor would show them. */
export const presentFacts = (facts: Partial<Record<keyof HelpFacts, string | null>>): HelpFacts => {
  const present: HelpFacts = {}
  for (const name of keysOf(facts)) if (facts[name]) present[name] = facts[name]
  return present
}
