import type { ReactNode } from 'react'
import type { HelpFacts } from '#src/domain/help.ts'
import { hrefs } from '../../paths.ts'
import { Facts } from '../../ui/facts.tsx'

type Told = Record<string, unknown>

/** Who asks, by the token of their link, and from where: in the words of staff, with what leads on. */
const LABELS: Record<keyof HelpFacts, string> = {
  enroll_token: 'Enrollment',
  lti_token: 'Membership',
  course_title: 'Course',
  course_label: 'Course label',
  context_id: 'Context ID',
  domain: 'Canvas host',
  course_id: 'Course in Canvas',
  platform_iss: 'Platform',
  email: 'Email in the LMS',
}

/** The facts that came with a request. The address to answer to stands above them. */
export const RequestFacts = ({ facts, email }: { facts: Told; email: string }) => {
  const names = [...new Set([...Object.keys(LABELS), ...Object.keys(facts)])]
  const shown = names.filter(name => facts[name] && facts[name] !== email)
  return <Facts of={shown.map(name => [labelOf(name, facts), shownAs(name, facts)])} />
}

const isJoinLink = (token: unknown): boolean => String(token).startsWith('c_')

const labelOf = (name: string, facts: Told): string => {
  if (name === 'enroll_token' && isJoinLink(facts[name])) return 'Join link'
  return Object.hasOwn(LABELS, name) ? LABELS[name as keyof HelpFacts] : name
}

const shownAs = (name: string, facts: Told): ReactNode => {
  const value = String(facts[name])
  const href = pageOf(name, facts)
  return href ? <a href={href}>{value}</a> : value
}

const pageOf = (name: string, facts: Told): string | null => {
  const { enroll_token, lti_token, context_id } = facts
  switch (name) {
    case 'enroll_token':
      return isJoinLink(enroll_token) ? hrefs.find(String(enroll_token)) : hrefs.token(String(enroll_token))
    case 'lti_token':
      return hrefs.token(String(lti_token))
    case 'course_title':
      if (lti_token) return hrefs.activateCourse(String(lti_token))
      return context_id ? hrefs.course(String(context_id)) : null
    default:
      return null
  }
}
