import { launchTokens } from '#src/access/store/schema/entitlements.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { TestApp } from './app.ts'
import { textOf } from './html.ts'
import { TOKEN_PATH } from './misbehaving.ts'
import { enter, HTTP_PROBLEMS, IN, JOB_LOG, type OutsideRow, type OutsideWorld } from './outside-rows.ts'
import { makeMembership } from './platform.ts'
import { launch, makeConsumer, makeCourse } from './school.ts'

const ROSTER = {
  sees: textsIn('en').roster.lmsAway,
  log: /roster could not be read from the LMS/,
}
/** Problems of a score that the LMS did not take. */
const SCORE_PROBLEMS = {
  ...HTTP_PROBLEMS,
  '429': /^the LMS did not take the grade: HTTP 429/,
  '500': /^the LMS did not take the grade: HTTP 500/,
}

const TWO_HOURS_MS = 7_200_000

/** Lets a member of an LTI 1.3 course in. `target` names the columns of the gradebook. */
const enter13 = async ({ app, base }: OutsideWorld, tokenPath: string, target: { one?: string; list?: string }) => {
  const { token, platform } = await makeMembership(app, ['A'])
  await app.db.client.query('update platforms set grant_url = $1 where id = $2', [base + tokenPath, platform.id])
  const scope = (name: string) => `https://purl.imsglobal.org/spec/lti-ags/scope/${name}`
  const { rows } = await app.db.client.query(
    `insert into grade_targets (entitlement_id, line_item_url, line_items_url, scopes)
     select id, $1, $2, $3 from entitlements where token = $4 returning id`,
    [target.one && base + target.one, target.list && base + target.list, [scope('score'), scope('lineitem')], token],
  )
  return { text: await enter(app, token), subject: { targetId: Number(rows[0].id) } }
}

const isGradeSent = async ({ app }: OutsideWorld, { targetId }: { targetId?: number }): Promise<boolean> => {
  const { rows } = await app.db.client.query('select score from grade_targets where id = $1 and problem is null', [
    targetId,
  ])
  return rows[0]?.score === 1
}

/** Opens the class list as a teacher whose launch token is at hand. */
const openRoster = async (app: TestApp, courseId: number, personId: number): Promise<string> => {
  const [token, state] = [mintSecret(), mintSecret()]
  const expiresAt = new Date(app.clock.now().getTime() + TWO_HOURS_MS)
  await app.db.orm
    .insert(launchTokens)
    .values({ tokenHash: sha256(token), stateHash: sha256(state), app: 'teacher', courseId, personId, expiresAt })
  return textOf((await app.server.inject(`/lti/roster?token=${token}&state=${state}`)).body)
}

/** The services of a school's LMS, by both versions of LTI. */
export const lmsRows: OutsideRow[] = [
  {
    service: 'LMS by LTI 1.1: a student gets access, and the LMS a grade',
    async run({ app, base }) {
      const school = await makeConsumer(app)
      const { contextId } = await makeCourse(app, school.id, ['A'])
      const outcome = { lis_result_sourcedid: '1', lis_outcome_service_url: `${base}/outcomes` }
      const { token } = await launch(app, school.key, { context_id: contextId, ...outcome })
      const { rows } = await app.db.client.query(
        'select t.id from grade_targets t join entitlements e on e.id = t.entitlement_id where e.token = $1',
        [token],
      )
      return { text: await enter(app, token), subject: { targetId: Number(rows[0].id) } }
    },
    sees: IN,
    job: {
      name: 'grade',
      problem: {
        ...HTTP_PROBLEMS,
        '429': /^the LMS did not take the grade: HTTP 429$/,
        '500': /^the LMS did not take the grade: HTTP 500$/,
        garbage: /^the LMS did not take the grade: HTTP 200$/,
        'wrong shape': /^the LMS did not take the grade: HTTP 200$/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'LMS by LTI 1.3: a student gets access, and the LMS does not give a token',
    run: world => enter13(world, '/token', { one: '/lineitems/1' }),
    sees: IN,
    job: {
      name: 'grade',
      problem: {
        ...HTTP_PROBLEMS,
        '429': /did not issue a token \(HTTP 429/,
        '500': /did not issue a token \(HTTP 500/,
        garbage: /asked for a token, answered something else than expected \(no JSON\)$/,
        'wrong shape': /asked for a token, answered something else than expected \(access_token\)$/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'LMS by LTI 1.3: a student gets access, and the LMS gives a token and does not take the score',
    run: world => enter13(world, TOKEN_PATH, { one: '/lineitems/1' }),
    sees: IN,
    job: {
      name: 'grade',
      problem: {
        ...SCORE_PROBLEMS,
        // LTI-AGS 3.4.1: any success is one, whatever its body.
        garbage: null,
        'wrong shape': null,
      },
    },
    taken: isGradeSent,
    log: JOB_LOG,
  },
  {
    service: 'LMS by LTI 1.3: a student gets access, and the LMS gives a token and does not list its columns',
    run: world => enter13(world, TOKEN_PATH, { list: '/lineitems' }),
    sees: IN,
    job: {
      name: 'grade',
      problem: {
        ...SCORE_PROBLEMS,
        garbage: /^the LMS, asked for its columns, answered something else than expected \(no JSON\)$/,
        'wrong shape': /^the LMS, asked for its columns, answered something else than expected \(its first level\)$/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'LMS by LTI 1.1: a teacher opens the class list',
    async run({ app, base }) {
      const school = await makeConsumer(app)
      const { contextId } = await makeCourse(app, school.id, ['A'])
      const list = { context_id: contextId, custom_context_memberships_v2_url: `${base}/memberships` }
      const { location } = await launch(app, school.key, { ...list, roles: 'Instructor' })
      const { body } = await app.server.inject(location)
      const href = body.match(/href="(\/lti\/roster\?[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
      return textOf((await app.server.inject(href)).body)
    },
    ...ROSTER,
  },
  {
    service: 'LMS by LTI 1.3: a teacher opens the class list',
    async run({ app, base }) {
      const { platform, course, person } = await makeMembership(app, ['A'])
      await app.db.client.query('update platforms set grant_url = $1 where id = $2', [base + TOKEN_PATH, platform.id])
      await app.db.client.query('update courses set roster_url = $1 where id = $2', [`${base}/members`, course.id])
      return openRoster(app, course.id, person.id)
    },
    ...ROSTER,
  },
]
