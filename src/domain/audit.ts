import type { RowLabel } from './named.ts'

/** One line of what happened: who, when, what, before and after (written with the change itself). */
export interface AuditEntry {
  id: number
  at: Date
  /** A colleague's name, 'Student' or 'System'. */
  who: string
  action: string
  subjectKind: string
  subjectId: number | null
  subjectKey: string | null
  /** What it is about, as staff know it; null where nobody asked, or it is no row of ours any more. */
  about: RowLabel | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** What may be done and is written down, verb and noun, with the words of staff for it: what has none does not compile. */
const TITLES = {
  view: 'Looked at',
  process: 'Let in',
  unprocess: 'Taken out',
  'end-access': 'Time was over',
  'move-access-code': 'Code moved',
  'release-access-code': 'Code released',
  'transfer-access-code': 'Code transferred',
  'change-access-code': 'Code changed',
  'create-access-codes': 'Codes made',
  'import-access-codes': 'Codes imported',
  'create-test-code': 'Test Coupon made',
  'activate-course': 'Course changed',
  'start-copy': 'Copy of content begun',
  'set-default-products': 'Default products changed',
  'create-consumer': 'School made',
  'update-consumer': 'School changed',
  'rotate-token': 'New link made',
  'rotate-secret': 'New secret made',
  'create-product': 'Product made',
  'update-product': 'Product changed',
  'set-notice': 'Notice changed',
  'decide-move': 'Decided whether it is one person',
  'link-people': 'Said to be one person',
  'part-people': 'Said to be two people',
  'retry-job': 'Job tried again',
  'refund-payment': 'Money given back',
  'close-payment-flag': 'Payment flag closed',
  'retry-grades': 'Grades sent again',
  'answer-help': 'Help request ticked off',
  'create-platform': 'Platform made',
  'switch-platform': 'Platform switched on or off',
  'invite-registration': 'Registration link made',
  'register-platform': 'Platform registered itself',
  'change-deployment': 'Deployment changed',
  'add-domain': 'Domain added',
  'remove-domain': 'Domain removed',
} as const

export type AuditAction = keyof typeof TITLES

/** 'Let in' of 'process'; an action of older times, which has no words any more, says its name. */
export const actionTitle = (action: string): string => {
  if (Object.hasOwn(TITLES, action)) return TITLES[action as AuditAction]
  const plain = action.replaceAll('-', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The kinds of things that lines are about, in the words of staff. */
export const auditKinds = {
  enrollment: 'Enrollment',
  membership: 'Membership',
  person: 'Person',
  coupon: 'Access code',
  batch: 'Batch of codes',
  course: 'Course',
  'canvas-course': 'Course in Canvas',
  consumer: 'School',
  platform: 'Platform',
  deployment: 'Deployment',
  product: 'Product',
  domain: 'Video domain',
  staff: 'Colleague',
  notice: 'Notice',
  job: 'Background work',
} as const
export type AuditKind = keyof typeof auditKinds

export const auditKind = (typed: string | undefined): AuditKind | undefined =>
  typed !== undefined && Object.hasOwn(auditKinds, typed) ? (typed as AuditKind) : undefined

export const auditColumns = ['at', 'who', 'action', 'kind', 'id', 'before', 'after', 'reason']

/** One line as a row of the export. */
export const auditCells = (e: AuditEntry): (string | number | null)[] => [
  e.at.toISOString(),
  e.who,
  e.action,
  e.subjectKind,
  e.subjectKey ?? e.subjectId,
  e.before && JSON.stringify(e.before),
  e.after && JSON.stringify(e.after),
  e.reason,
]
