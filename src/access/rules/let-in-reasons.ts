/** The usual reasons to let a person in without a code or payment, one button each. */
export const letInReasons = ['paid another way', 'code does not work', 'the school asked'] as const
