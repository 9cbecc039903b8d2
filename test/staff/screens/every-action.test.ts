import { randomBytes } from 'node:crypto'
import t from 'tap'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import { staffPasskeys } from '#src/accounts/store/schema/staff.ts'
import { nextCanvasPoll, pollCanvasCourse } from '#src/canvas/canvas-courses.ts'
import { findLtiCourses } from '#src/courses/courses.ts'
import { gradeTargets, moveSuggestions } from '#src/lti/store/schema.ts'
import { helpRequests } from '#src/messages/store/schema.ts'
import { makeSproutEmulator, SPROUT_KEYS } from '#src/practice/emulators/sproutvideo.ts'
import { seedDemo } from '#src/practice/seed.ts'
import { inviteRegistration } from '#src/schools/registrations.ts'
import { clipFiles, clips } from '#src/signs/store/schema/clips.ts'
import { makeSproutVideo } from '#src/signs/video-host.ts'
import { staffScreens } from '#views/index.ts'
import { consumerVault } from '../../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../../support/canvas.ts'
import { consented } from '../../support/clips.ts'
import { withContent } from '../../support/content.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeMembership, makePlatform } from '../../support/platform.ts'
import { type DrawnForm, type Press, press } from '../../support/press.ts'
import { enrollmentRow } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../../support/school.ts'
import { buy, COMPLETED, deliver, openFlag, shop } from '../../support/shop.ts'
import { signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'

/**
 * Every button of every staff page, on the practice data: an action that is carried out answers 303, its page opens
 * twice, and nothing happens twice.
 */

const scene = async (t: Test) => {
  const host = makeSproutEmulator()
  t.teardown(() => host.close())
  const base = await host.listen({ port: 0, host: '127.0.0.1' })
  const { canvas } = await emulatedCanvas(t)
  const given = await shop(t, { canvas, video: makeSproutVideo({ keys: SPROUT_KEYS, base }) })
  const { app, school } = given
  await seedDemo(app.db, consumerVault, 'America/Chicago', app.clock.now())
  await withContent(app.db)
  const me = await signedIn(app)
  const signerId = await consented(app, me)
  const sql = (text: string, values: unknown[] = []) => app.db.client.query(text, values)
  let count = 0
  const fresh = (): string => `n${++count}`
  const student = async (over: Record<string, string> = {}) =>
    (await launch(app, school.key, { context_id: given.course.contextId, ...over })).token
  return {
    ...{ ...given, me, sql, fresh, student, signerId },
    /** A student who used a code of their own. */
    async withCode() {
      const [token, code] = [await student(), await makeCode(app, 'A')]
      await redeem(app, token, code)
      return { token, code }
    },
    /** A flag of a payment. */
    async flagged() {
      const { id } = await buy({ ...given, token: await student() })
      return openFlag(app.db, id)
    },
    /** A course without products that is called like an older one. */
    async waitingCourse() {
      const title = `Evening ${fresh()}`
      await makeCourse(app, school.id, ['A'], { title, createdAt: new Date('2026-01-01T12:00:00Z') })
      const { token } = await launch(app, school.key, { context_id: fresh(), context_title: title })
      const row = await findEntitlementByToken(app.db, token)
      return { token, courseId: String(row!.course.id), personId: row!.personId }
    },
    async failedJob(data = { targetId: 0 }) {
      const { rows } = await sql("insert into pgboss.job (name, data) values ('dead', $1) returning id", [
        { name: 'grade', attempt: 8, data },
      ])
      return String(rows[0].id)
    },
    async rejectedGrade(token: string) {
      const { id: entitlementId } = await enrollmentRow(app, token)
      const target = { entitlementId, resourceLink: fresh(), sourcedId: fresh(), outcomeServiceUrl: 'x' }
      const problem = 'This grade is not wanted'
      const [row] = await app.db.orm
        .insert(gradeTargets)
        .values({ ...target, problem })
        .returning()
      return { targetId: row!.id }
    },
    async suggestedMove() {
      const [was, is] = [await student(), (await makeMembership(app, ['A'])).token]
      const [old, now] = [await enrollmentRow(app, was), await enrollmentRow(app, is)]
      const move = { fromId: old.id, toId: now.id, reason: 'It says so.' }
      const [made] = await app.db.orm.insert(moveSuggestions).values(move).returning()
      return String(made!.id)
    },
    async schoolThatMoves() {
      const { platform } = await makeMembership(app, ['A'])
      const again = { issuer: platform.issuer, domain: `${fresh()}.example`, clientId: 'client-2' }
      const { deployment } = await makePlatform(app, again)
      await sql("insert into lms_moves (deployment_id, state, asked_at) values ($1, 'asked', now())", [deployment.id])
      return String(deployment.id)
    },
    async clip(state: 'recorded' | 'waiting' | 'published', sign: string | null = 'hello') {
      const { rows } = await sql('select id from clip_consents where signer_id = $1', [signerId])
      const [row] = await app.db.orm
        .insert(clips)
        .values({
          ...{ sign, state, signerId, consentId: rows[0].id, recordedOn: '2026-11-20', fileName: 'HELLO.mp4' },
          ...{ sourceHash: randomBytes(32).toString('hex'), sourceBytes: 1, sourceChunks: 0, duration: 2, fps: 30 },
          variant: fresh(),
        })
        .returning()
      const name = `${randomBytes(32).toString('hex')}.mp4`
      await app.db.orm.insert(clipFiles).values({ clipId: row!.id, role: 'video', place: 0, name, bytes: 10 })
      return `/clips/${row!.id}`
    },
    /** A change of an entry that waits for review. */
    async signChange(slug: string) {
      await press(app, me, { at: `/signs/${slug}`, intent: 'save', over: { notes: `Note ${fresh()}` } })
      return `/signs/${slug}`
    },
    async waitingDeployment(status: 'waiting' | 'approved' = 'waiting') {
      const { deployment } = await makePlatform(app, { deployment: { status } })
      return String(deployment.id)
    },
    async helpRequest(token?: string) {
      const facts = token ? { enroll_token: token } : {}
      const asked = { email: 'ana@x.example', text: 'My code?', facts }
      const [row] = await app.db.orm.insert(helpRequests).values(asked).returning()
      return String(row!.id)
    },
    async batch() {
      const over = { product_code: 'ASL1', count: '2' }
      return (await press(app, me, { at: '/codes', intent: 'make', over })).location
    },
    /** A file of codes that is shown and not imported yet. */
    async uploaded() {
      const file = csv(`Access Code,Product\nFILE-CODE-${fresh()},ASL1\n`)
      return (await press(app, me, { at: '/import_access_codes', intent: 'default', file })).location
    },
    /** Another staff user, who is logged in. */
    async colleague() {
      const { staff } = await signedIn(app, 'support', `${fresh()}@example.com`)
      return String(staff.id)
    },
    async personOf(token: string) {
      return (await findEntitlementByToken(app.db, token))!.personId
    },
    /** Presses another button before. */
    async after(given: Press) {
      const answer = await press(app, me, given)
      if (answer.status !== 303) throw new Error(`${given.at} ${given.intent}: ${answer.status}`)
    },
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** The page with the button, and the typed fields, that a row of the table prepares. */
type Row = Omit<Press, 'intent'>
/** A post that no form draws here, such as the backup of an embedded database. */
type Undrawn = { post: string; fields: Record<string, string> }
type Prepare = (s: Scene) => Promise<Row | Undrawn> | Row | Undrawn

const has =
  (name: string, value: string) =>
  ({ fields }: DrawnForm): boolean =>
    fields.some(([n, v]) => n === name && v === value)
const csv = (text: string) => ({ name: 'file.csv', bytes: Buffer.from(text) })
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64)])

/** Rows for a page that shows a person, which `pageOf` finds by a token of theirs. */
const personActions = (pageOf: (s: Scene, token: string) => string | Promise<string>): Record<string, Prepare> => {
  const on = async (s: Scene, token: string, over?: Row['over']) => ({
    at: await pageOf(s, token),
    where: has('token', token),
    ...(over && { over }),
  })
  return {
    process: async s => on(s, await s.student(), { reason: 'paid by check' }),
    async undo(s) {
      const token = await s.student()
      const row = await on(s, token, { reason: 'paid by check' })
      await s.after({ ...row, intent: 'process' })
      return { post: row.at, fields: { intent: 'undo', token } }
    },
    unprocess: async s => on(s, (await s.withCode()).token, { reason: 'left' }),
    rotate: async s => on(s, await s.student(), { reason: 'stolen tablet' }),
    link: async s => on(s, await s.student(), { other: await s.student() }),
    async unlink(s) {
      const row = await on(s, await s.student())
      await s.after({ ...row, intent: 'link', over: { other: await s.student() } })
      return { at: row.at }
    },
    async grades(s) {
      const { token } = await s.withCode()
      await s.rejectedGrade(token)
      return on(s, token)
    },
    async activate(s) {
      const { token, courseId } = await s.waitingCourse()
      return { at: await pageOf(s, token), where: has('course_id', courseId) }
    },
    async retry(s) {
      const { token } = await s.withCode()
      const job = await s.failedJob(await s.rejectedGrade(token))
      return { at: await pageOf(s, token), where: has('job_id', job) }
    },
  }
}

const {
  link: _link,
  unlink: _unlink,
  ...onHelpRequest
} = personActions(async (s, token) => `/help_requests?request=${await s.helpRequest(token)}`)

const closing = ({ id }: { id: number }): Omit<Row, 'at'> => ({
  where: has('id', String(id)),
  over: { note: 'refunded by hand' },
})

const table: Record<string, Record<string, Prepare>> = {
  '/today': {
    activate: async s => ({ at: '/today', where: has('course_id', (await s.waitingCourse()).courseId) }),
    retry: async s => ({ at: '/today', where: has('job_id', await s.failedJob()) }),
  },
  '/find': personActions((_, token) => `/find?q=${token}`),
  '/people/:id': personActions(async (s, token) => `/people/${await s.personOf(token)}`),
  '/email': {
    ...personActions(async (s, token) => {
      const { rows } = await s.app.db.client.query('select email from people where id = $1', [await s.personOf(token)])
      return `/email/${rows[0].email}`
    }),
    bulk: async s => ({ at: '/email', over: { action: 'let-in', rows: [await s.student()] } }),
  },
  '/token': {
    ...personActions((_, token) => `/token?token=${token}`),
    bulk: async s => ({ at: '/token', over: { action: 'let-in', rows: [await s.student()] } }),
  },
  '/payments': {
    async refund(s) {
      const token = await s.student()
      await buy({ ...s, token })
      await deliver(s, COMPLETED)
      return { at: `/payments?token=${token}` }
    },
    close: async s => ({ at: '/payments', ...closing(await s.flagged()) }),
    async reopen(s) {
      const flag = await s.flagged()
      await s.after({ at: '/payments', intent: 'close', ...closing(flag) })
      return { at: '/payments', where: has('id', String(flag.id)) }
    },
    async undo(s) {
      const flag = await s.flagged()
      await s.after({ at: '/payments', intent: 'close', ...closing(flag) })
      return { post: '/payments', fields: { intent: 'undo', id: String(flag.id) } }
    },
    compare: () => ({ at: '/payments' }),
  },
  '/payments/:id': {
    async close(s) {
      const flag = await s.flagged()
      return { at: `/payments/${flag.checkoutId}`, ...closing(flag) }
    },
    async reopen(s) {
      const flag = await s.flagged()
      const at = `/payments/${flag.checkoutId}`
      await s.after({ at, intent: 'close', ...closing(flag) })
      return { at, where: has('id', String(flag.id)) }
    },
    async undo(s) {
      const flag = await s.flagged()
      const post = `/payments/${flag.checkoutId}`
      await s.after({ at: post, intent: 'close', ...closing(flag) })
      return { post, fields: { intent: 'undo', id: String(flag.id) } }
    },
  },
  '/moved_from_1_1': {
    same: async s => ({ at: '/moved_from_1_1', where: has('id', await s.suggestedMove()) }),
    other: async s => ({ at: '/moved_from_1_1', where: has('id', await s.suggestedMove()) }),
  },
  '/schools_that_move': {
    replace: async s => ({ at: '/schools_that_move', where: has('id', await s.schoolThatMoves()) }),
    other: async s => ({ at: '/schools_that_move', where: has('id', await s.schoolThatMoves()) }),
    async undo(s) {
      const where = has('id', await s.schoolThatMoves())
      await s.after({ at: '/schools_that_move', intent: 'other', where })
      return { at: '/schools_that_move', where }
    },
  },
  '/help_requests': {
    ...onHelpRequest,
    done: async s => ({ at: '/help_requests', where: has('request', await s.helpRequest()) }),
    undo: async s => {
      const request = await s.helpRequest()
      await s.after({ at: '/help_requests', intent: 'done', where: has('request', request) })
      return { post: '/help_requests', fields: { intent: 'undo', request } }
    },
    reply: async s => ({ at: `/help_requests?request=${await s.helpRequest()}` }),
    'reply-done': async s => ({ at: `/help_requests?request=${await s.helpRequest()}` }),
    give: async s => ({
      at: `/help_requests?request=${await s.helpRequest()}`,
      over: { owner: String(s.me.staff.id) },
    }),
    reopen: async s => {
      const request = await s.helpRequest()
      await s.after({ at: '/help_requests', intent: 'done', where: has('request', request) })
      return { at: `/help_requests?request=${request}` }
    },
  },
  '/help_templates': {
    change: () => ({ at: '/help_templates', where: has('name', 'code-used'), over: { en: 'Hello {name}' } }),
  },
  '/paste_list': {
    async act(s) {
      const email = `${s.fresh()}@school.example`
      await s.student({ lis_person_contact_email_primary: email })
      return { at: '/paste_list', over: { action: 'let-in', list: email } }
    },
  },
  '/access_code': {
    change: () => ({ at: '/access_code/DEMO-ASL1-0001', over: { max_usage: '3' } }),
    async undo(s) {
      await s.after({ at: '/access_code/DEMO-ASL1-0002', intent: 'change', over: { max_usage: '3' } })
      return { post: '/access_code/DEMO-ASL1-0002', fields: { intent: 'undo' } }
    },
    bulk: () => ({ at: '/access_code', over: { action: 'void', rows: ['DEMO-ASL1-0003', 'DEMO-ASL1-0004'] } }),
    release: async s => ({ at: `/access_code/${(await s.withCode()).code}`, over: { reason: 'lost card' } }),
    transfer: async s => ({ at: `/access_code/${(await s.withCode()).code}`, over: { who: await s.student() } }),
  },
  '/codes': {
    make: () => ({ at: '/codes', over: { product_code: 'ASL1', count: '2' } }),
  },
  '/codes/:batch': {
    async undo(s) {
      const { location } = await press(s.app, s.me, { at: await s.uploaded(), intent: 'import' })
      return { post: location, fields: { intent: 'undo' } }
    },
    void: async s => ({ at: await s.batch() }),
    extend: async s => ({ at: await s.batch(), over: { good_until: '2027-06-30' } }),
    mail: async s => ({ at: await s.batch(), over: { email: `${s.fresh()}@school.example` } }),
    async 'end-links'(s) {
      const at = await s.batch()
      await press(s.app, s.me, { at, intent: 'mail', over: { email: `${s.fresh()}@school.example` } })
      return { at }
    },
    annotate: async s => ({ at: await s.batch(), over: { note: 'Order 7' } }),
  },
  '/import_access_codes': {
    default: () => ({
      at: '/import_access_codes',
      file: csv('coupon_code,product_code\nWALKED-CODE-1,ASL1\nAB,ASL1\n'),
    }),
    import: async s => ({ at: await s.uploaded() }),
  },
  '/course_content': {
    async default(s) {
      const hosted = await makeConsumer(s.app, { isHosted: true })
      await makeCourse(s.app, hosted.id, ['A'], { canvasCourseId: '103', canvasDomain: CANVAS_HOST })
      await nextCanvasPoll(s.app)
      while (await pollCanvasCourse(s.app)) {}
      return { at: '/course_content', where: has('course_id', '103'), over: { source_course_id: '12' } }
    },
  },
  '/waiting_courses': {
    async activate(s) {
      const { courseId } = await s.waitingCourse()
      return { at: '/waiting_courses', over: { only: courseId } }
    },
  },
  '/course': {
    bulk: async s => {
      const rows = [(await s.waitingCourse()).courseId, (await s.waitingCourse()).courseId]
      return { at: '/course?q=Evening', over: { action: 'dates', access_until: '2027-06-30', rows } }
    },
    change: () => ({ at: '/course/demo-asl1', over: { access_until: '2027-06-30' } }),
    async undo(s) {
      await s.after({ at: '/course/demo-asl12', intent: 'change', over: { access_until: '2027-06-30' } })
      const course = (await findLtiCourses(s.app, 'demo-asl12', s.me.staff))[0]!
      return { post: '/course/demo-asl12', fields: { intent: 'undo', course: String(course.id) } }
    },
  },
  '/activate_course': {
    change: async s => ({
      at: `/activate_course/${(await makeMembership(s.app, ['A'])).token}`,
      over: { product_code: 'ASL1', create_coupon: 'yes' },
    }),
    async undo(s) {
      const { token, course } = await makeMembership(s.app, ['A'])
      await s.after({ at: `/activate_course/${token}`, intent: 'change', over: { access_until: '2027-06-30' } })
      return { post: `/activate_course/${token}`, fields: { intent: 'undo', course: String(course.id) } }
    },
  },
  '/courses/:id': {
    async change(s) {
      const { course } = await makeMembership(s.app, ['A'])
      return { at: `/courses/${course.id}`, over: { product_code: 'ASL1' } }
    },
    async undo(s) {
      const { course } = await makeMembership(s.app, ['A'])
      await s.after({ at: `/courses/${course.id}`, intent: 'change', over: { access_until: '2027-06-30' } })
      return { post: `/courses/${course.id}`, fields: { intent: 'undo', course: String(course.id) } }
    },
  },
  '/manage_consumer': {
    create: () => ({ at: '/manage_consumer?key=walked', over: { name: 'Walked College' } }),
  },
  '/create_platform': {
    default: () => ({ at: '/create_platform', over: { domain: 'walked.brightspace.com', client_id: 'walked' } }),
  },
  '/platforms': {
    invite: () => ({ at: '/platforms', over: { note: 'Walked College' } }),
    async revoke({ app, me }) {
      const invited = await inviteRegistration(app, 'Revoked College', me.staff)
      return { at: '/platforms', where: has('id', String(invited.ok && invited.id)) }
    },
    async on({ app }) {
      const { platform } = await makePlatform(app, { isActive: false })
      return { at: '/platforms', where: has('id', String(platform.id)) }
    },
    async off({ app }) {
      const { platform } = await makePlatform(app)
      return { at: '/platforms', where: has('id', String(platform.id)) }
    },
  },
  '/platforms/:id': {
    async change({ app }) {
      const { platform } = await makePlatform(app)
      return { at: `/platforms/${platform.id}`, over: { domain: 'moved.example' } }
    },
    remove: s => pageOfPlatform(s, {}),
    cookieless_on: s => pageOfPlatform(s, { opensWithoutCookies: false }),
    cookieless_off: s => pageOfPlatform(s, { opensWithoutCookies: true }),
    keys_own: s => pageOfPlatform(s, { hasOwnKeys: false }),
    keys_shared: s => pageOfPlatform(s, { hasOwnKeys: true }),
  },
  '/deployments': {
    approve: async s => ({
      at: `/deployments?id=${await s.waitingDeployment()}`,
      over: { school: 'new', name: `College ${s.fresh()}` },
    }),
    refuse: async s => ({ at: `/deployments?id=${await s.waitingDeployment('approved')}` }),
  },
  '/manage_sproutvideo': {
    add: () => ({ at: '/manage_sproutvideo?domain=walked.example', over: { units: ['1', '2'] } }),
    remove: () => ({ at: '/manage_sproutvideo?domain=walked.example', over: { units: ['1', '2'] } }),
  },
  '/manage_product': {
    create: () => ({
      at: '/manage_product?product_code=WALK',
      over: { stripe_price_id: 'price_C', name: 'Walked', units: ['1', '2'] },
    }),
    update: () => ({ at: '/manage_product?product_code=ASL2&mode=update', over: { stripe_price_id: 'price_B' } }),
  },
  '/signs': {
    async 'approve-all'(s) {
      for (const slug of ['good', 'morning']) await s.signChange(slug)
      return { at: '/signs?state=waiting' }
    },
  },
  '/signs/:slug': {
    save: () => ({ at: '/signs/hello', over: { notes: 'Smile.' } }),
    approve: async s => ({ at: await s.signChange('hello') }),
    'send-back': async s => ({ at: await s.signChange('hello'), over: { comment: 'Flat hand' } }),
    discard: async s => ({ at: await s.signChange('hello') }),
    withdraw: () => ({ at: '/signs/goodbye' }),
    async restore(s) {
      await s.after({ at: '/signs/goodbye', intent: 'approve' })
      return { at: '/signs/goodbye' }
    },
  },
  '/add_sign': {
    add: () => ({
      at: '/add_sign',
      over: { gloss: 'QUOKKA', lesson: '1.1', english: 'quokka', partOfSpeech: 'noun', usage: 'An animal.' },
    }),
  },
  '/import_signs': {
    default: () => ({ at: '/import_signs', file: csv('gloss,mouth\nNIGHT,open\nNOBODY,\n') }),
    send: () => ({ at: '/import_signs' }),
    async discard(s) {
      await s.after({ at: '/import_signs', intent: 'default', file: csv('gloss,mouth\nNIGHT,closed\n') })
      return { at: '/import_signs' }
    },
    approve: s => sentFile(s),
    'discard-sent': s => sentFile(s),
  },
  '/clips': {
    async agree({ sql }) {
      const next = "select max(version) + 1, 'Another text ' || max(version) from clip_consent_texts"
      await sql(`insert into clip_consent_texts (version, text) ${next}`)
      return { at: '/clips', over: { agreed: 'yes' } }
    },
  },
  '/clips/sign/:slug': {
    default: () => ({ at: '/clips/sign/hello', file: { name: 'HELLO.mp4', bytes: MP4 } }),
  },
  '/clips/files': {
    async save(s) {
      const id = (await s.clip('recorded', null)).split('/').at(-1)
      return { at: '/clips/files', over: { [`sign_${id}`]: 'HELLO' } }
    },
  },
  '/clips/signers': {
    add: () => ({ at: '/clips/signers', over: { name: 'Pat Paper', given_on: '2026-11-20' } }),
    text: () => ({ at: '/clips/signers', over: { text: 'A stricter text.' } }),
    consent: async s => ({ at: '/clips/signers', where: has('signer_id', await pat(s)) }),
    erase: async s => ({ at: '/clips/signers', where: has('signer_id', await pat(s)) }),
  },
  '/clips/:id': {
    async describe(s) {
      await consented(s.app, s.me)
      return { at: await s.clip('waiting'), over: { variant: 'Texas' } }
    },
    publish: async s => ({ at: await s.clip('waiting') }),
    'take-down': async s => ({ at: await s.clip('published') }),
    'send-back': async s => ({ at: await s.clip('waiting'), over: { text: 'Out of frame' } }),
    comment: async s => ({ at: await s.clip('waiting'), over: { text: 'Good' } }),
    captions: async s => ({ at: await s.clip('waiting'), over: { captions: 'Hello.' } }),
    delete: async s => ({ at: await s.clip('waiting') }),
  },
  '/alphabet': {
    comment: () => ({ at: '/alphabet', where: has('character', 'A'), over: { text: 'Thumb higher' } }),
    approve: () => ({ at: '/alphabet' }),
  },
  '/setup': {
    mail: () => ({ at: '/setup' }),
    'back-up': () => ({ post: '/setup', fields: { intent: 'back-up' } }),
  },
  '/jobs': {
    retry: async s => ({ at: '/jobs', where: has('job_id', await s.failedJob()) }),
    bulk: async s => ({ at: '/jobs', over: { action: 'retry', rows: [await s.failedJob(), await s.failedJob()] } }),
  },
  '/what_we_keep': {
    async done(s) {
      const { id } = await buy({ ...s, token: await s.student({ user_id: s.fresh() }) })
      await deliver(s, COMPLETED)
      const { rows } = await s.sql(
        'select person_id from entitlements e join checkouts c on c.entitlement_id = e.id where c.stripe_session_id = $1',
        [id],
      )
      await s.after({ at: `/person/${rows[0].person_id}`, ...eraseForm(await confirmedOf(s, rows[0].person_id)) })
      return { at: '/what_we_keep' }
    },
    async 'erase-school'(s) {
      const left = await makeConsumer(s.app)
      await makeCourse(s.app, left.id, ['A'], { contextId: 'left' })
      await launch(s.app, left.key, { context_id: 'left' })
      return { at: `/what_we_keep?school=${left.schoolId}` }
    },
  },
  '/person/:id': {
    async erase(s) {
      const id = await s.personOf(await s.student({ user_id: s.fresh() }))
      const { intent: _, ...rest } = eraseForm(await confirmedOf(s, id))
      return { at: `/person/${id}`, ...rest }
    },
  },
  '/notice': {
    set: () => ({ at: '/notice', over: { text: 'Closed on Monday.' } }),
    end: () => ({ at: '/notice' }),
    undo: () => ({ post: '/notice', fields: { intent: 'undo' } }),
  },
  '/colleagues': {
    add: s => ({ at: '/colleagues', over: { email: `${s.fresh()}@example.com`, role: 'support' } }),
    change: async s => ({ at: `/colleagues?colleague=${await s.colleague()}`, over: { role: 'viewer' } }),
    'end-sessions': async s => ({ at: '/colleagues', where: has('colleague', await s.colleague()) }),
    remove: async s => ({ at: '/colleagues', where: has('colleague', await s.colleague()) }),
  },
  '/service_accounts': {
    make: s => ({ at: '/service_accounts', over: { name: `Program ${s.fresh()}`, scopes: 'codes:read' } }),
    revoke: async s => {
      await s.after({
        at: '/service_accounts',
        intent: 'make',
        over: { name: `Program ${s.fresh()}`, scopes: 'codes:make' },
      })
      const { rows } = await s.sql('select max(id) as id from service_accounts')
      return { at: '/service_accounts', where: has('id', String(rows[0].id)) }
    },
  },
  '/mail_texts': { test: () => ({ at: '/mail_texts' }) },
  '/account': {
    'remove-passkey': async s => ({ at: '/account', where: await passkey(s) }),
    codes: () => ({ at: '/account' }),
    async 'end-session'(s) {
      await signedIn(s.app)
      const { rows } = await s.sql('select max(id) as id from staff_sessions where staff_id = $1', [s.me.staff.id])
      return { at: '/account', where: has('id', String(rows[0].id)) }
    },
    async 'end-others'(s) {
      await signedIn(s.app)
      return { at: '/account' }
    },
  },
  '/confirm_sign_in': {
    default: () => ({ post: '/confirm_sign_in?redirect=%2Faudit', fields: {} }),
  },
  '/your_name': {
    default: () => ({
      at: '/your_name?change=yes&redirect=/account',
      over: { first_name: 'Sammy', last_name: 'Staff' },
    }),
  },
  '/schools/:id': {
    update: s => ({ at: `/schools/${s.school.schoolId}`, over: { yearly_access: 'yes' } }),
    defaults: async s => ({
      at: `/schools/${s.school.schoolId}`,
      over: { product_ids: String((await makeProduct(s.app, 'A')).id) },
    }),
    rotate: async s => ({ at: `/schools/${(await makeConsumer(s.app)).schoolId}` }),
    async grades(s) {
      await s.rejectedGrade((await s.withCode()).token)
      return { at: `/schools/${s.school.schoolId}` }
    },
    note: s => ({ at: `/schools/${s.school.schoolId}`, over: { contact: 'Jo Rivera' } }),
    undo: s => ({ post: `/schools/${s.school.schoolId}`, fields: { intent: 'undo', contact: '', note: '' } }),
    link: s => ({ at: `/schools/${s.school.schoolId}` }),
    withdraw: s => ({ at: `/schools/${s.school.schoolId}` }),
  },
  '/schools/:id/join': {
    async join(s) {
      const [one, other] = [await makeConsumer(s.app), await makeConsumer(s.app)]
      return { at: `/schools/${one.schoolId}/join?other=${other.schoolId}` }
    },
  },
  '/schools/:id/move/:kind/:connection': {
    async move(s) {
      const { schoolId, id } = await makeConsumer(s.app)
      return { at: `/schools/${schoolId}/move/consumer/${id}`, over: { name: `College ${s.fresh()}` } }
    },
  },
}

const pageOfPlatform = async ({ app }: Scene, given: Parameters<typeof makePlatform>[1]) => {
  const { platform } = await makePlatform(app, given)
  return { at: `/platforms/${platform.id}` }
}

/** The form of a newer consent text, to which nobody agreed yet. */
/** Reads a file of changes and sends it for review. */
const sentFile = async (s: Scene) => {
  const at = '/import_signs'
  await s.after({ at, intent: 'default', file: csv(`gloss,mouth\nNIGHT,${randomBytes(4).toString('hex')}\n`) })
  await s.after({ at, intent: 'send' })
  return { at }
}

const pat = async ({ sql, fresh }: Scene): Promise<string> => {
  const { rows } = await sql('insert into clip_signers (name) values ($1) returning id', [`Pat ${fresh()}`])
  return String(rows[0].id)
}

const confirmedOf = async ({ me }: Scene, personId: number): Promise<string> =>
  tagsOf((await me.open(`/person/${personId}`)).body, 'input').find(i => i.name === 'confirmed')?.value ?? ''

const eraseForm = (confirmed: string) => ({ intent: 'erase', over: { asked: 'parent', confirmed } })

const passkey = async ({ app, me, fresh }: Scene) => {
  const key = { staffId: me.staff.id, credentialId: fresh(), publicKey: 'x', counter: 0, transports: [], name: 'Key' }
  const [row] = await app.db.orm.insert(staffPasskeys).values(key).returning()
  return has('id', String(row!.id))
}

t.test('every action of every staff page is in the table', t => {
  const known = staffScreens.flatMap(({ path, submit }) =>
    submit ? [[[path].flat()[0], Object.keys(submit).sort()]] : [],
  )
  t.strictSame(
    Object.fromEntries(Object.entries(table).map(([path, rows]) => [path, Object.keys(rows).sort()])),
    Object.fromEntries(known),
  )
  t.end()
})

t.test('a carried out action answers 303; its page opens twice, and nothing happens twice', async t => {
  const s = await scene(t)
  const { rows } = await s.sql(
    "select string_agg(format('select %L as name, count(*)::int as rows from %I', table_name, table_name), ' union all ') as counts from information_schema.tables where table_schema = 'public' and table_name not in ('staff_flashes', 'launch_diary', 'prices')",
  )
  const countRows = async () => {
    const views = "select 'views' as name, -count(*)::int as rows from audit where action = 'view'"
    const all = (await s.sql(`${rows[0].counts} union all ${views}`)).rows
    const counts = Object.fromEntries(all.map(row => [row.name, row.rows]))
    // Opening a page may record a view.
    return { ...counts, audit: counts.audit + counts.views, views: 0 }
  }
  for (const [path, intents] of Object.entries(table))
    for (const [intent, prepare] of Object.entries(intents))
      await t.test(`${path} ${intent}`, async t => {
        const row = await prepare(s)
        const answer =
          'post' in row ? await s.me.post(row.post, row.fields) : await press(s.app, s.me, { intent, ...row })
        t.equal(answer.status, 303, textOf(answer.body).slice(-600))
        if (answer.status !== 303) return
        const before = await countRows()
        const url = answer.location.split('#')[0]!
        const [first, second] = [await s.me.open(url), await s.me.open(url)]
        t.strictSame([first.status, second.status], [200, 200], url)
        t.notMatch(second.body, 'data-feedback="good"', 'a reload says nothing twice')
        t.notMatch(url, /note=|Saved|done/i, 'the address carries no sentence')
        t.strictSame(await countRows(), before, 'a reload does nothing')
      })
})
