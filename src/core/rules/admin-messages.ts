/** Staff messages that several forms share. Fixed wording: change none without the publisher. */
export const adminMessages = {
  codeNotFound: 'Access code not found',
  /** Fixed wording, without a full stop. */
  serverError: 'Internal Server Error',
  neither: 'Enrollment nor Membership not found',
  notFound: 'Not found',
  enrollments: 'Enrollments not found',
  memberships: 'Memberships not found',
  nobody: 'No enrollments and memberships associated with the email found',
  membership: 'Membership not found',
  enrollment: 'Enrollment not found',
  school: 'We could not find this school.',
  reason: 'Enter a reason. Your colleagues can read it in the history.',
} as const
