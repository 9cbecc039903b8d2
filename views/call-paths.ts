/** Addresses under /api; use them through `paths`. Those of the sign-up and payment scripts are in `pay-paths.ts`. */
export const callPaths = {
  openapi: '/api/openapi.json',
  auditCsv: '/api/audit.csv',
  courses: '/api/courses',
  getEnrollment: '/api/lti/get_enrollment',
  ping: '/api/lti/ping',
  batches: '/api/coupon_batches',
  exportPerson: '/api/people/:id/export.zip',
  exportSchool: '/api/schools/:id/export.zip',
  /** Signing in. */
  magic: '/api/auth/magic',
  signIn: '/api/auth/login',
  passkeyOptions: '/api/auth/passkey_options',
  passkeySignIn: '/api/auth/passkey',
  refresh: '/api/auth/refresh',
  /** Calls about one's own account. */
  confirmOptions: '/api/account/confirm_options',
  confirmByPasskey: '/api/account/confirm',
  newPasskeyOptions: '/api/account/passkey_options',
  newPasskey: '/api/account/passkeys',
  /** The clip studio. */
  clipUploads: '/api/clips/uploads',
  clipUploadPart: '/api/clips/uploads/:hash/:chunk',
  exportSigner: '/api/clip_signers/:id/export.zip',
} as const
