import type { Language } from '#src/core/rules/language.ts'
import { learnHrefs, learnPaths } from './learn-paths.ts'
import { inLanguage, payHref, payPaths, verifyHref, withQuery } from './pay-paths.ts'

/** Addresses under /api; use them through `paths`. Those of the sign-up and payment scripts are in `pay-paths.ts`. */
const callPaths = {
  openapi: '/api/openapi.json',
  courses: '/api/courses',
  sendCode: '/api/students/send_code',
  verifyCode: '/api/students/verify_code',
  payCouponCode: '/api/payments/verify_coupon_code',
  verifyCouponCode: '/api/lti/verify_coupon_code',
  getEnrollment: '/api/lti/get_enrollment',
  ping: '/api/lti/ping',
  batches: '/api/coupon_batches',
  exportPerson: '/api/people/:id/export.zip',
  exportSchool: '/api/schools/:id/export.zip',
  courseCartridge: '/api/lti_courses/:id/cartridge.imscc',
  schoolCartridge: '/api/schools/:id/cartridge.imscc',
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
  clipUploads: '/api/clips/uploads',
  clipUploadPart: '/api/clips/uploads/:hash/:chunk',
  exportSigner: '/api/clip_signers/:id/export.zip',
} as const

/** Every address of the product: `paths` are the patterns Fastify matches, `hrefs` build links. */
export const paths = {
  ...callPaths,
  ...payPaths,
  ...learnPaths,
  root: '/',
  home: '/home',
  /** The page behind the QR code of a card; the code follows after '#'. */
  code: '/code',
  teacher: '/teacher',
  /** Review of the drawn alphabet by staff. */
  reviewAlphabet: '/alphabet',
  demo: '/demo',
  demoUi: '/demo/ui',
  demoOutbox: '/demo/outbox',
  demoPlayer: '/demo/player',
  demoPlatform: '/demo/platform',
  launch: '/lti/launch',
  getMembership: '/lti/get_membership',
  verifyAccessCode: '/lti/verify_access_code',
  ltiLogin: '/lti/login',
  /** A launch or login whose address was typed wrong in the LMS. */
  ltiWrongAddress: '/lti/wrong_address',
  keys: '/lti/keys',
  platformKeys: '/lti/keys/:id',
  register: '/lti/register',
  configJson: '/lti/config.json',
  configXml: '/lti/config.xml',
  deepLink: '/lti/deep_link',
  checkAccess: '/lti/check_access',
  login: '/login',
  logout: '/logout',
  account: '/account',
  colleagues: '/colleagues',
  serviceAccounts: '/service_accounts',
  /** Asks staff for their name once, then goes on to `redirect`. */
  yourName: '/your_name',
  /** Asks staff to confirm who they are, then goes back to `redirect`. */
  confirmSignIn: '/confirm_sign_in',
  accessCode: '/access_code',
  token: '/token',
  email: '/email',
  course: '/course',
  about: '/about',
  today: '/today',
  setup: '/setup',
  apiReference: '/api_reference',
  courseContent: '/course_content',
  jobs: '/jobs',
  importAccessCodes: '/import_access_codes',
  manageConsumer: '/manage_consumer',
  createPlatform: '/create_platform',
  activateCourse: '/activate_course',
  manageSproutvideo: '/manage_sproutvideo',
  manageProduct: '/manage_product',
  find: '/find',
  waitingCourses: '/waiting_courses',
  pasteList: '/paste_list',
  deployments: '/deployments',
  platforms: '/platforms',
  platformPage: '/platforms/:id',
  payments: '/payments',
  sales: '/sales',
  codes: '/codes',
  batch: '/codes/:batch',
  codeCards: '/codes/:batch/cards',
  person: '/person',
  whatWeKeep: '/what_we_keep',
  /** The entries of the dictionary, changed by staff. */
  signs: '/signs',
  sign: '/signs/:slug',
  addSign: '/add_sign',
  importSigns: '/import_signs',
  clips: '/clips',
  clipSign: '/clips/sign/:slug',
  clip: '/clips/:id',
  clipFiles: '/clips/files',
  clipSigners: '/clips/signers',
  /** Files of clips, named by their content. */
  media: '/media/:name',
  audit: '/audit',
  launches: '/launches',
  notice: '/notice',
  mailTexts: '/mail_texts',
  dismiss: '/dismiss',
  moves: '/moved_from_1_1',
  lmsMoves: '/schools_that_move',
  support: '/help_requests',
  helpTemplates: '/help_templates',
  stripeWebhook: '/webhooks/stripe',
  ltiObserver: '/lti/observer',
  /** Opens a launch that waits for a click (docs/rules/launches.md). */
  ltiContinue: '/lti/continue',
  /** The page of a refused launch, for its links to other languages. */
  ltiRefused: '/lti/refused',
  help: '/help',
  /** A clip of signed help, to which mail links. */
  watch: '/watch/:slot',
  /** Staff list which clips of signed help are missing. */
  signedHelp: '/signed_help',
  parents: '/parents',
  /** One page for each thing, by its number. */
  coursePage: '/courses/:id',
  schoolPage: '/schools/:id',
  joinSchools: '/schools/:id/join',
  /** Moves a connection of the school, such as `consumer` 7. */
  moveConnection: '/schools/:id/move/:kind/:connection',
  paymentPage: '/payments/:id',
  personPage: '/people/:id',
  /** The seats of a school, for its coordinator, behind a signed link. */
  seats: '/seats/:link',
  cards: '/cards/:link',
  success: '/success',
  ltiSuccess: '/lti_success',
  enroll: '/enroll',
} as const

/** The page a help request comes from: inside an LMS, the pay page, or the join page. */
export type HelpFrom = 'lti' | 'pay' | 'verify'

type RegistrationPart = 'invite' | 'configurationUrl' | 'registrationToken'

const withId = (path: `/${string}`, id: string): `/${string}` => `${path}/${encodeURIComponent(id)}`

export const hrefs = {
  ...learnHrefs,
  inviteSchool: (note: string) => withQuery(paths.platforms, { note }),
  platformPage: (id: number) => `${paths.platforms}/${id}` as const,
  platformKeys: (id: number) => `${paths.keys}/${id}` as const,
  courseContent: (search?: string) => withQuery(paths.courseContent, { search: search || undefined }),
  login: (redirect?: string) => withQuery(paths.login, { redirect }),
  confirmSignIn: (redirect: string) => withQuery(paths.confirmSignIn, { redirect }),
  /** `change` asks also staff whose name is known. */
  yourName: (redirect: string, change?: 'yes') => withQuery(paths.yourName, { redirect, change }),
  ltiPay: (token: string) => payHref('lti', token),
  /** Return address after an LTI checkout. Stripe replaces only unencoded braces. */
  ltiSuccessAfterCheckout: (token: string) =>
    `${withQuery(paths.ltiSuccess, { token })}&session_id={CHECKOUT_SESSION_ID}` as const,
  /** Return address after a checkout on the pay page with sign-up. */
  successAfterCheckout: (courseId: string, live: boolean) =>
    `${withQuery(paths.success, { course_id: courseId, live: String(live) })}&session_id={CHECKOUT_SESSION_ID}` as const,
  /** `from` is the page to link back to. */
  help: (token?: string, from?: HelpFrom, sent?: string) => withQuery(paths.help, { token, from, sent }),
  watch: (slot: string, language: Language) => inLanguage(withId('/watch', slot), language),
  parents: (token?: string) => withQuery(paths.parents, { token }),
  helpWith: (reference: string) => withQuery(paths.help, { reference }),
  pay: (token: string) => payHref('pay', token),
  verify: verifyHref,
  demo: (choice: Record<string, string>) => `${withQuery(paths.demo, choice)}#lms` as const,
  /** The address stays unencoded so that people can read it. */
  demoPlatform: (url: string) => `${paths.demoPlatform}?url=${url}` as const,
  register: (invite: string) => withQuery(paths.register, { invite }),
  /** The address of our invitation as the LMS opened it. */
  registerAgain: ({ invite, configurationUrl, registrationToken }: Record<RegistrationPart, string>) =>
    withQuery(paths.register, {
      invite,
      openid_configuration: configurationUrl,
      registration_token: registrationToken || undefined,
    }),
  /** `lms` may frame the page. */
  ltiRefused: (reason: string, reference: string, lms: string | null) =>
    withQuery(paths.ltiRefused, { reason, reference, lms: lms ?? undefined }),
  ltiObserver: ({ as, lmsOrigin, language }: { as: string; lmsOrigin: string | null; language: Language | null }) =>
    withQuery(paths.ltiObserver, {
      as: as === 'observer' ? undefined : as,
      lms: lmsOrigin ?? undefined,
      lang: language ?? undefined,
    }),
  deepLink: (token: string, state: string) => withQuery(paths.deepLink, { state, token }),
  /** `to` names a person or a row that the code may move to; `use`, which use of it moves there. */
  accessCode: (code: string, to?: string, use?: number) =>
    withQuery(withId(paths.accessCode, code), { to, use: use?.toString() }),
  token: (token: string) => withQuery(paths.token, { token }),
  email: (email: string) => withId(paths.email, email),
  /** `id` is our course id. It is needed when several schools use the same context id. */
  course: (contextId: string, id?: number) => withQuery(withId(paths.course, contextId), { id: id?.toString() }),
  peopleOf: (courseId: number) => withQuery(paths.token, { course: String(courseId) }),
  coursePage: (id: number) => `/courses/${id}` as const,
  schoolPage: (id: number) => `/schools/${id}` as const,
  /** `other`: the school that joins it. */
  joinSchools: (id: number, other?: number) => withQuery(`/schools/${id}/join`, { other: other?.toString() }),
  moveConnection: (id: number, of: { kind: string; id: number }) => `/schools/${id}/move/${of.kind}/${of.id}` as const,
  seats: (link: string) => withId('/seats', link),
  cards: (link: string) => withId('/cards', link),
  paymentPage: (id: number) => withId(paths.payments, String(id)),
  activateCourse: (token: string) => withId(paths.activateCourse, token),
  consumer: (key: string) => withQuery(paths.manageConsumer, { key }),
  deployment: (id: number) => withQuery(paths.deployments, { id: String(id) }),
  product: (code: string) => withQuery(paths.manageProduct, { product_code: code }),
  videoDomain: (domain: string) => withQuery(paths.manageSproutvideo, { domain }),
  salesCsv: (what: 'schools' | 'revenue', term: string, onlyNotBack = false) =>
    withQuery(paths.sales, { as: `${what}-csv`, term, back: onlyNotBack ? 'no' : undefined }),
  payments: (token: string) => withQuery(paths.payments, { token: token || undefined }),
  /** `template` in `language` begins the reply. */
  helpRequest: (id: number) => withQuery(paths.support, { request: String(id) }),
  batch: (id: number) => withId(paths.codes, String(id)),
  codeUpload: (id: string) => withQuery(paths.importAccessCodes, { upload: id }),
  /** The code follows '#', so that no server log contains it. */
  code: (code: string) => `${paths.code}#${encodeURIComponent(code)}` as const,
  codeCards: (id: number) => `${withId(paths.codes, String(id))}/cards` as const,
  batchCsv: (id: number) => `${withId(paths.batches, String(id))}/codes.csv` as const,
  signs: (query: Record<string, string | undefined>) => withQuery(paths.signs, query),
  clips: (query: { unit?: string; show?: string }) => withQuery(paths.clips, query),
  clipSign: (slug: string) => withId('/clips/sign', slug),
  clip: (id: number) => withId(paths.clips, String(id)),
  exportSigner: (id: number) => `/api/clip_signers/${id}/export.zip` as const,
  find: (q: string) => withQuery(paths.find, { q }),
  person: (id: number) => withId(paths.person, String(id)),
  /** `colleague`: the one to change. */
  colleague: (colleague: number) => withQuery(paths.colleagues, { colleague: String(colleague) }),
  personPage: (id: number) => `/people/${id}` as const,
  exportPerson: (id: number) => `/api/people/${id}/export.zip` as const,
  exportSchool: (id: number) => `/api/schools/${id}/export.zip` as const,
  courseCartridge: (id: number) => `/api/lti_courses/${id}/cartridge.imscc` as const,
  schoolCartridge: (id: number) => `/api/schools/${id}/cartridge.imscc` as const,
  whatWeKeep: (school: number) => withQuery(paths.whatWeKeep, { school: String(school) }),
  audit: (query: Record<string, string | undefined>) => withQuery(paths.audit, query),
  launches: (query: Record<string, string | undefined>) => withQuery(paths.launches, query),
}
