/** The sentences of spec §8, Admin messages, that belong to no one form. */
export const adminMessages = {
  codeNotFound: 'Access code not found',
  serverError: 'Internal Server Error.',
  neither: 'Enrollment nor Membership not found',
  notFound: 'Not found',
  enrollments: 'Enrollments not found',
  memberships: 'Memberships not found',
  nobody: 'No enrollments and memberships associated with the email found',
  membership: 'Membership not found',
  enrollment: 'Enrollment not found',
  email: 'Enter an e-mail address.',
} as const

/** What Process Enrollment says of itself. */
export const processMessages = {
  processed: 'Processed: this person is in.',
  unprocessed: 'Un-processed: this person is out.',
  rotated:
    'This person has a new link. The old one opens nothing any more; their next launch or sign-up leads to the new one.',
  reason: 'Say why. Your colleagues read it in the history.',
} as const
