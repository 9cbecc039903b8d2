import { isKeyOf } from './guards.ts'
import type { RowLabel } from './rows.ts'

/** One audit entry, written in the same transaction as the change. */
export interface AuditEntry {
  id: number
  at: Date
  /** A staff member's name, 'Student' or 'System'. */
  who: string
  action: string
  subjectKind: string
  subjectId: number | null
  subjectKey: string | null
  /** Label of the subject. Null if not requested, or if the row no longer exists. */
  about: RowLabel | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** Titles of all audited actions. An action without a title does not compile. */
const TITLES = {
  view: 'Viewed',
  process: 'Gave access',
  unprocess: 'Removed access',
  'end-access': 'Access ended',
  'move-access-code': 'Code moved',
  'release-access-code': 'Code released',
  'transfer-access-code': 'Code transferred',
  'change-access-code': 'Code changed',
  'void-access-codes': 'Codes voided',
  'change-code-batch': 'Batch of codes changed',
  'mail-access-codes': 'Codes mailed to a coordinator',
  'end-code-links': 'Mailed links to codes ended',
  'move-to-course': 'Moved to another course',
  'create-access-codes': 'Codes created',
  'import-access-codes': 'Codes imported',
  'download-access-codes': 'Codes downloaded',
  'create-test-code': 'Test coupon created',
  'activate-course': 'Course changed',
  'start-copy': 'Content copy started',
  'set-default-products': 'Default products changed',
  'create-school': 'School created',
  'update-school': 'School changed',
  'join-schools': 'Schools joined',
  'move-connection': 'Connection moved to another school',
  'note-school': 'Contact or note changed',
  'create-seat-link': 'Seat link created',
  'withdraw-seat-link': 'Seat link withdrawn',
  'rotate-token': 'New link created',
  'rotate-secret': 'New secret created',
  'create-product': 'Product created',
  'update-product': 'Product changed',
  'set-notice': 'Notice changed',
  'decide-lms-move': 'Decided if it is the same LMS again',
  'decide-move': 'Decided if it is the same person',
  'link-people': 'Linked as one person',
  'unlink-people': 'Unlinked',
  'retry-job': 'Job retried',
  'refund-payment': 'Payment refunded',
  'close-payment-flag': 'Payment flag closed',
  'reopen-payment-flag': 'Payment flag opened again',
  'retry-grades': 'Grades resent',
  'answer-help': 'Help request closed',
  'reopen-help': 'Help request opened again',
  'reply-help': 'Help request answered',
  'give-help': 'Owner of a help request changed',
  'change-help-template': 'Template of replies changed',
  'create-platform': 'Platform created',
  'switch-platform': 'Platform turned on or off',
  'change-platform': 'Platform changed',
  'delete-platform': 'Platform deleted',
  'invite-registration': 'Registration link created',
  'revoke-registration': 'Registration link revoked',
  'register-platform': 'Platform registered',
  'change-deployment': 'Deployment changed',
  'add-domain': 'Domain added',
  'remove-domain': 'Domain removed',
  'add-passkey': 'Passkey added',
  'remove-passkey': 'Passkey removed',
  'create-recovery-codes': 'Recovery codes created',
  'use-recovery-code': 'Recovery code used',
  'change-name': 'Name changed',
  'add-staff': 'Colleague added',
  'change-staff': 'Colleague changed',
  'remove-staff': 'Colleague removed',
  'end-staff-sessions': 'Colleague logged out everywhere',
  'create-service-account': 'Service account created',
  'revoke-service-account': 'Service account revoked',
  'export-list': 'List exported',
  'export-person': 'Personal data exported',
  'erase-person': 'Person erased',
  'erased-by-hand': 'Erased at other services',
  'export-school': 'Data of a school exported',
  'erase-school': 'Erasing of a school started',
  'upload-clip': 'Clip uploaded',
  'describe-clip': 'Clip described',
  'prepare-clip': 'Clip prepared',
  'send-back-clip': 'Clip sent back',
  'publish-clip': 'Clip published',
  'take-down-clip': 'Clip taken down',
  'comment-on-clip': 'Comment on a clip',
  'change-captions': 'Captions changed',
  'delete-clip': 'Clip deleted',
  'add-signer': 'Signer added',
  'record-consent': 'Consent recorded',
  'change-consent-text': 'Consent text changed',
  'export-signer': 'Data of a signer exported',
  'erase-signer': 'Signer erased',
  'change-sign': 'Entry changed, waits for review',
  'add-sign': 'Entry added, waits for review',
  'withdraw-sign': 'Withdrawal of an entry asked for',
  'restore-sign': 'Return of an entry asked for',
  'approve-sign-change': 'Change of an entry approved',
  'send-back-sign-change': 'Change of an entry sent back',
  'discard-sign-change': 'Change of an entry discarded',
  'import-sign-changes': 'Changes of entries imported',
  'comment-on-letter': 'Comment on a drawn letter',
  'approve-alphabet': 'Drawn alphabet approved',
  'back-up': 'Backup written',
  'new-secret': 'New secret in use',
  'move-in': 'Moved in',
  'move-out': 'Moved out',
} as const

export type AuditAction = keyof typeof TITLES

/** Returns the title of an action. An action that no longer exists gets its own name as the title. */
export const actionTitle = (action: string): string => {
  if (isKeyOf(TITLES, action)) return TITLES[action]
  const plain = action.replaceAll('-', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

export const auditKinds = {
  entitlement: 'Person in a course',
  person: 'Person',
  help: 'Help request',
  'help-template': 'Template of replies',
  coupon: 'Access code',
  batch: 'Batch of codes',
  course: 'Course',
  'canvas-course': 'Course in Canvas',
  school: 'School',
  consumer: 'Consumer key',
  platform: 'Platform',
  deployment: 'Deployment',
  product: 'Product',
  domain: 'Video domain',
  staff: 'Staff member',
  'service-account': 'Service account',
  notice: 'Notice',
  job: 'Background job',
  list: 'List',
  sign: 'Dictionary entry',
  clip: 'Clip',
  signer: 'Signer',
  'consent-text': 'Consent text',
  alphabet: 'Manual alphabet',
  backup: 'Backup',
  secret: 'Secret',
} as const
export type AuditKind = keyof typeof auditKinds

export const auditKind = (typed: string | undefined): AuditKind | undefined =>
  typed !== undefined && isKeyOf(auditKinds, typed) ? typed : undefined

/** Time in which staff may undo a change of which nobody else was told. */
export const UNDO_MS = 30_000

/** Sentence of the reason to refuse an undo. */
export const undoRefusals = {
  too_late_to_undo: { message: 'You can undo only your last change, within 30 seconds.' },
} as const

export const undoneText = 'Undone.'
