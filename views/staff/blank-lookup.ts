import { findMessages } from '#src/staff/rules/staff-search.ts'
import { type StaffContext, urlParam } from './staff-screen.ts'

const SAYS = {
  q: findMessages.hint,
  code: 'Type an access code.',
  email: 'Type an email address.',
  token: 'Type the token of an enrollment or membership.',
  context_id: 'Type the context ID of a course.',
  domain: 'Type a domain, like canvas.school.edu.',
} as const

/** Returns what to type if a look-up was sent empty, else null. */
export const blankLookup = (context: StaffContext, name: keyof typeof SAYS): string | null =>
  context.query[name] !== undefined && urlParam(context, name) === '' ? SAYS[name] : null
