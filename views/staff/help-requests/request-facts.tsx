import type { ReactNode } from 'react'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { HelpFacts } from '#src/messages/rules/help.ts'
import { hrefs } from '../../paths.ts'
import { Facts } from '../../ui/facts.tsx'
import type { HelpRequest } from './screen.tsx'

type UnknownFacts = Record<string, unknown>

interface RequestFactsProps {
  request: HelpRequest
}

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

/** The person and course of a help request and its other facts, with links. Leaves out the reply address. */
export const RequestFacts = ({ request: { facts, email, personId, name, courseId, course } }: RequestFactsProps) => {
  const names = [...new Set([...Object.keys(LABELS), ...Object.keys(facts)])]
  const known = courseId === null ? [] : ['course_title', 'course_label', 'context_id']
  const shown = names.filter(fact => facts[fact] && facts[fact] !== email && !known.includes(fact))
  return (
    <Facts
      of={[
        ['Person', personId && <a href={hrefs.personPage(personId)}>{name ?? email}</a>],
        ['Course', courseId && <a href={hrefs.coursePage(courseId)}>{course}</a>],
        ...shown.map((fact): [string, ReactNode] => [labelOf(fact, facts), shownAs(fact, facts)]),
      ]}
    />
  )
}

const isJoinLink = (token: unknown): boolean => String(token).startsWith('c_')

const labelOf = (name: string, facts: UnknownFacts): string => {
  if (name === 'enroll_token' && isJoinLink(facts[name])) return 'Join link'
  return isKeyOf(LABELS, name) ? LABELS[name] : name
}

const shownAs = (name: string, facts: UnknownFacts): ReactNode => {
  const value = String(facts[name])
  const href = pageOf(name, facts)
  return href ? <a href={href}>{value}</a> : value
}

const pageOf = (name: string, facts: UnknownFacts): string | null => {
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
