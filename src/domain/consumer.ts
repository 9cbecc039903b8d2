import { type SchoolSwitches, switchesOf } from './school.ts'

/** A school that launches by LTI 1.1, as staff see it: never its secret (rules.md E5). */
export interface Consumer extends SchoolSwitches {
  id: number
  key: string
  name: string
  emailDomain: string | null
  isHosted: boolean
  updatedAt: Date
}

export const consumerMessages = {
  blankKey: 'Key field cannot be blank',
  blankName: 'Name field cannot be blank',
  notFound: 'Consumer not found',
  keyExists: 'A consumer with this key exists.',
  nameExists: 'A consumer with this name exists. Choose a different name.',
  lastMeans: 'At least one of payment and access codes must stay on.',
  domain: 'The email domain is not right. Write it like school.edu, without @.',
  found: 'Consumer found.',
  created: 'Consumer created.',
  updated: 'Consumer updated.',
  nothing: 'Nothing was changed.',
  rotated: 'New secret made. The old one works until the next one is made.',
} as const

/** What a new secret does, as staff read it before they press the button. */
export const describeSecretRotation = (name: string): string[] => [
  `A new secret for ${name} is made and shown once.`,
  'The one in use stays good beside it, so that the school has time to change it.',
  'If there is one before that which is still in use anywhere, launches signed with it fail from now on.',
]

/** A domain as it is compared: 'school.edu'. Empty: any address may join. Undefined: not a domain. */
export const emailDomain = (typed: string): string | null | undefined => {
  const domain = typed.trim().toLowerCase().replace(/^@/, '')
  if (domain === '') return null
  return domain.length <= 253 && /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(domain) ? domain : undefined
}

export interface ConsumerSettings extends SchoolSwitches {
  emailDomain: string
}

/** Update is enabled only when a value changed (spec §5). */
export const consumerChanged = (before: ConsumerSettings, now: ConsumerSettings): boolean =>
  JSON.stringify(switchesOf(before)) !== JSON.stringify(switchesOf(now)) ||
  before.emailDomain.trim() !== now.emailDomain.trim()
