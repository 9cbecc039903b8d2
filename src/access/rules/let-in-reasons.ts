/** The usual reasons to let a person in without a code or payment, one button each. */
export const letInReasons = ['paid another way', 'code fails', 'school asked'] as const
