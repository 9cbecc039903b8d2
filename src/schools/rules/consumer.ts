import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { type Reach, reachText } from './platform.ts'
import type { SchoolSettings } from './school.ts'

/** A consumer (LTI 1.1) with the name and settings of its school, which may have other connections. Without its secret. */
export interface Consumer extends SchoolSettings {
  id: number
  schoolId: number
  key: string
  isHosted: boolean
}

export const consumerMessages = {
  blankKey: 'Key field cannot be blank',
  blankName: 'Name field cannot be blank',
  found: 'Consumer found.',
  created: 'Consumer created.',
  updated: 'Consumer updated.',
  nothing: 'Nothing was changed.',
  noCanvas: 'Canvas is not set up, so students who sign up here are not enrolled in it. Ask a manager to open Setup.',
  rotated: 'New secret created. The old one works until you create the next one.',
} as const

export const consumerRefusals = {
  consumer_not_found: { message: 'Consumer not found', field: 'key' },
  consumer_key_exists: { message: 'A consumer with this key exists.', field: 'key' },
  consumer_name_exists: { message: 'A consumer with this name exists. Choose a different name.', field: 'name' },
  consumer_name_required: { message: 'Name field cannot be blank', field: 'name' },
  last_access_method: {
    message: 'At least one of payment and access codes must stay on.',
    field: 'accepts_payment',
  },
  invalid_email_domain: {
    message: 'This email domain is not valid. Write it like school.edu, without @.',
    field: 'email_domain',
  },
  reason_required: { message: adminMessages.reason, field: 'reason' },
} as const satisfies RefusalTexts

export type ConsumerReason = keyof typeof consumerRefusals

export const describeSecretRotation = ({ name, ...reach }: { name: string } & Reach): string[] => [
  `You get a new secret for ${name}. We show it once.`,
  'The current secret keeps working, so the school has time to change it.',
  'Any older secret stops working at once.',
  `${reachText(reach)}.`,
]

/** Normalizes a domain like 'school.edu'. Returns null if empty (any address may join), undefined if not a domain. */
export const emailDomain = (typed: string): string | null | undefined => {
  const domain = typed.trim().replace(/^@/, '')
  return domain === '' ? null : cleanEmail(`a@${domain}`)?.slice(2)
}
