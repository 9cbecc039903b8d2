/** Kinds of help requests. */
const helpKinds = {
  code: 'Access codes',
  payment: 'Payments',
  access: 'Opening the course',
  other: 'Other',
} as const
export type HelpKind = keyof typeof helpKinds

/** The templates of replies, in the order of the list. */
const templateNames = [
  'code-used',
  'code-unknown',
  'paid-no-access',
  'paid-twice',
  'refund-made',
  'let-in',
  'course-not-ready',
  'launch-problem',
  'wrong-course',
  'more-facts',
] as const
export type TemplateName = (typeof templateNames)[number]
