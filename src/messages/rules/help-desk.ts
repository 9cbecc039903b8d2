import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { withoutAddresses } from '#src/core/rules/plain-text.ts'
import type { HelpFacts } from './help.ts'

/** The help desk of staff: requests, their replies, and templates (docs/rules/staff.md). */

export const helpKinds = {
  code: 'Access codes',
  payment: 'Payments',
  access: 'Opening the course',
  other: 'Other',
} as const
export type HelpKind = keyof typeof helpKinds

/** Words that tell what a request is about, in English and Spanish. The first kind that has one counts. */
const WORDS: [HelpKind, RegExp][] = [
  ['code', /\b(access ?)?(code|codes|card code|coupon|c[oó]digos?|scratch\w*)\b/i],
  [
    'payment',
    /\b(pa(y|id|ying|yment|yments)|charged?|refunds?|money|receipt|pag[oóueé]\w*|reembols\w*|cobr\w*|recibo)\b/i,
  ],
  ['access', /\b(open|opens|launch|access|log ?in|link|course|error|abr\w+|acced\w+|acceso|curso|enlace)\b/i],
]

/** Guesses what a request is about, to filter the list and to offer a template. */
export const guessKind = (text: string, { reference }: { reference?: string | undefined }): HelpKind =>
  WORDS.find(([, words]) => words.test(text))?.[0] ?? (reference ? 'access' : 'other')

/** The templates of replies, in the order of the list. */
export const templateLabels = {
  'code-used': 'The code is used already',
  'code-unknown': 'The code is not known',
  'paid-no-access': 'Paid, but no access',
  'paid-twice': 'Paid twice',
  'refund-made': 'A refund is made',
  'let-in': 'You have access now',
  'course-not-ready': 'The course is not ready yet',
  'launch-problem': 'The course does not open',
  'wrong-course': 'The wrong course',
  'more-facts': 'We need to know more',
} as const
export type TemplateName = keyof typeof templateLabels

/** The template that a request of a kind begins with. */
export const usualTemplate: Record<HelpKind, TemplateName> = {
  code: 'code-used',
  payment: 'paid-no-access',
  access: 'launch-problem',
  other: 'more-facts',
}

/**
 * Puts the name and the course into a template; `nameless` stands for a course that is not known. An LMS chose both, and
 * the reply goes to an address that somebody typed, so neither brings a link.
 */
export const fillTemplate = (
  text: string,
  { name, course }: { name: string | null; course: string | null },
  nameless: string,
): string =>
  text
    .replaceAll('{name}', () => withoutAddresses(name ?? ''))
    .replaceAll('{course}', () => withoutAddresses(course ?? '') || nameless)
    .replace(/ +([,:!])/g, '$1')

/** A help request, as staff see it. */
export interface HelpRequest {
  id: number
  at: Date
  email: string
  text: string
  facts: HelpFacts & Record<string, unknown>
  kind: HelpKind
  ownerId: number | null
  owner: string | null
  answeredAt: Date | null
  replies: number
  /** The person and course of the link that the page was opened with; null without one, or if it was replaced since. */
  personId: number | null
  name: string | null
  language: 'en' | 'es' | null
  /** True if the person has access to that course. */
  isIn: boolean | null
  courseId: number | null
  course: string | null
}

export interface HelpReply {
  id: number
  at: Date
  text: string
  who: string | null
}

export const helpStates = { done: 'Done', all: 'Open and done' } as const
export const helpSorts = { oldest: 'Oldest first', newest: 'Newest first' } as const

const REPLY_MAX = 5000
export const ReplyForm = z.object({
  text: z
    ._default(z.string(), '')
    .check(z.trim(), z.minLength(1, 'Write a reply.'), z.maxLength(REPLY_MAX, `Use at most ${REPLY_MAX} characters.`)),
  language: z._default(z.enum(['en', 'es']), 'en'),
})

export const helpDeskMessages = {
  done: 'Marked as done.',
  sent: (email: string) => `Sent to ${email}.`,
  sentAndDone: (email: string) => `Sent to ${email}, and marked as done.`,
  owner: 'The owner is changed.',
  template: 'The template is changed.',
} as const

export const helpDeskRefusals = {
  help_answered: { message: 'A colleague already marked this as done.' },
  help_not_found: { message: 'This request no longer exists.' },
  help_open: { message: 'This request is open already.' },
} as const satisfies RefusalTexts
export type HelpDeskReason = keyof typeof helpDeskRefusals
