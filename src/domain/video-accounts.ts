/** The accounts at the video host, one a range of units (spec §3, video account options). */
export const VIDEO_ACCOUNTS = [
  ...[1, 2, 3, 4, 5, 6].map(n => ({ label: `sprout${n}`, value: String(n) })),
  ...['7-8', '9-10', '11-12', '13-15', '16-18'].map(range => ({ label: `sprout${range}`, value: range })),
]

export interface VideoAccount {
  label: string
  value: string
}

export const videoMessages = {
  check: 'Cannot get information for domain',
  checkError: 'Internal Server Error',
  add: 'Problem adding account(s) for the domain',
  remove: 'Problem removing account(s) for the domain',
  partly: (names: string[]) => `These accounts did not answer, and are as they were: ${names.join(', ')}.`,
  none: 'No account lists this domain yet.',
  added: 'Added.',
  removed: 'Removed.',
  choose: 'Choose at least one account.',
  off: 'Video hosting is not set up here: SPROUTVIDEO_API_KEYS is empty.',
} as const

/** The video host gave no answer, or said that it cannot now; thrown by its gateway. A refusal is another thing. */
export class VideoHostAway extends Error {}

/** Selected values are joined with an underscore in calls: '1_7-8' (spec §3). Null: one of them is none of ours. */
export const readUnits = (joined: string): string[] | null => {
  const values = [...new Set(joined.split('_').filter(Boolean))]
  return values.length > 0 && values.every(v => VIDEO_ACCOUNTS.some(a => a.value === v)) ? values : null
}

export const accountLabel = (value: string): string => VIDEO_ACCOUNTS.find(a => a.value === value)?.label ?? value

/** The bare name of a host, in small letters; null: not one. */
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
