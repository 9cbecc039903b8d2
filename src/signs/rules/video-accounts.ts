import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** SproutVideo accounts, one per range of units. */
export const VIDEO_ACCOUNTS = [
  ...[1, 2, 3, 4, 5, 6].map(n => ({ label: `sprout${n}`, value: String(n) })),
  ...['7-8', '9-10', '11-12', '13-15', '16-18'].map(range => ({ label: `sprout${range}`, value: range })),
]

export type VideoAccount = (typeof VIDEO_ACCOUNTS)[number]

export const videoMessages = {
  partly: (names: string[]) => `These accounts did not answer and are unchanged: ${names.join(', ')}.`,
  notRead: (names: string[]) => `These accounts did not answer: ${names.join(', ')}. They may list this domain.`,
  none: 'No account lists this domain yet.',
  added: 'Added.',
  removed: 'Removed.',
} as const

/** Sentences of the reasons to refuse a look-up or change of a domain. */
export const videoRefusals = {
  domain_not_checked: { message: 'Cannot get information for domain' },
  video_host_unavailable: { message: 'Internal Server Error' },
  domain_not_added: { message: 'Problem adding account(s) for the domain' },
  domain_not_removed: { message: 'Problem removing account(s) for the domain' },
  no_account_chosen: { message: 'Choose at least one account.' },
} as const satisfies RefusalTexts

export type VideoReason = keyof typeof videoRefusals

/** The video host did not answer or is temporarily unavailable. A refusal is a different error. */
export class VideoHostUnavailable extends Error {}

/** Assumed name and separator: the vendor does not document this field for accounts. Check with a real key. */
export const ALLOWED_DOMAINS = { field: 'allowed_domains', separator: ',' } as const

/** Returns the domains that may play an account's videos; null if the account has another shape than we know. */
export const readAllowedDomains = (account: Record<string, unknown> | null): string[] | null => {
  const given = account?.[ALLOWED_DOMAINS.field]
  // The vendor's API returns null for a blank field.
  if (given === null) return []
  if (typeof given !== 'string') return null
  const domains = given
    .split(ALLOWED_DOMAINS.separator)
    .map(d => d.trim())
    .filter(Boolean)
  return domains.every(d => /^[\w.:*-]+$/.test(d)) ? domains : null
}

/** Parses values joined with underscores ('1_7-8'); null if one is unknown. */
export const readUnits = (joined: string): string[] | null => {
  const values = [...new Set(joined.split('_').filter(Boolean))]
  return values.length > 0 && values.every(v => VIDEO_ACCOUNTS.some(a => a.value === v)) ? values : null
}

export const accountLabel = (value: string): string => VIDEO_ACCOUNTS.find(a => a.value === value)?.label ?? value

/** Returns the lower-case host name, or null if invalid. */
export const videoDomain = (typed: string): string | null => {
  const domain = typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
  return domain.length <= 253 && /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/.test(domain) ? domain : null
}

export const withDomain = (list: string[], domain: string): string[] =>
  list.includes(domain) ? list : [...list, domain]
export const withoutDomain = (list: string[], domain: string): string[] => list.filter(d => d !== domain)
