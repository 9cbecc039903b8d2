import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, nameWords, partOf, reference } from '#src/core/db/columns.ts'
import { deploymentStatuses } from '../rules/deployment.ts'
import { moveStates } from '../rules/lms-moves.ts'
import { PRESETS } from '../rules/platform.ts'

/**
 * A school, as staff mean it: its name and every setting. Its connections are the consumers (LTI 1.1) and deployments
 * (LTI 1.3) through which its courses are launched; it may have several of both.
 */
export const schools = pgTable(
  'schools',
  {
    id: id(),
    name: text().notNull(),
    /** Students sign up with an address of this domain only. */
    emailDomain: text(),
    acceptsPayment: boolean().notNull().default(true),
    acceptsAccessCode: boolean().notNull().default(true),
    isK12: boolean('is_k12').notNull().default(false),
    passesGrades: boolean().notNull().default(true),
    /** Access lasts at least one year (docs/rules/access.md). */
    yearlyAccess: boolean().notNull().default(false),
    /** Placed unit links ask the LMS for a grade column each (LTI 1.3). */
    addsUnitColumns: boolean().notNull().default(false),
    /** Staff's own words: whom to write to, and what to know. */
    contact: text().notNull().default(''),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    uniqueIndex('schools_name_key').on(sql`lower(${t.name})`),
    index('schools_names').using('gin', nameWords(t.name)),
    check('schools_accept_something', sql`${t.acceptsPayment} or ${t.acceptsAccessCode}`),
  ],
)

/** A school's connection by LTI 1.1. Its secrets are encrypted. */
export const consumers = pgTable(
  'consumers',
  {
    id: id(),
    schoolId: reference()
      .notNull()
      .references(() => schools.id),
    key: text().notNull().unique('consumers_key'),
    sealedSecret: text().notNull(),
    sealedPreviousSecret: text(),
    /** Its courses are on the publisher's own Canvas. */
    isHosted: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    index('consumers_school').on(t.schoolId),
    /** A course refers to both, so that its school is always the one of its connection. */
    unique('consumers_school_of').on(t.id, t.schoolId),
  ],
)

/**
 * One row per used nonce. The primary key makes a replay fail (RFC 5849 §3.3). There is no foreign key, because it
 * would make every launch lock its consumer's row. Rows are kept for minutes.
 */
export const nonces = pgTable(
  'nonces',
  {
    consumerId: reference().notNull(),
    nonce: text().notNull(),
    expiresAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.consumerId, t.nonce] }), index('nonces_expires_at').on(t.expiresAt)],
)

/** An LMS registered for LTI 1.3, identified by issuer and client_id. One issuer may have many. */
export const platforms = pgTable(
  'platforms',
  {
    id: id(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    domain: text().notNull(),
    preset: text({ enum: PRESETS }).notNull(),
    authorizationRedirect: text().notNull(),
    publicKeysUrl: text().notNull(),
    grantUrl: text().notNull(),
    /** Audience of token requests when it is not the token endpoint itself (D2L). */
    audience: text(),
    /** False while a self-registered platform waits for staff to activate it. */
    isActive: boolean().notNull().default(true),
    /** Opens a launch by a click when the browser returns no cookie and the platform stores nothing. */
    opensWithoutCookies: boolean().notNull().default(true),
    /** Approves the first deployment that launches, then turns off (docs/rules/schools.md). */
    approvesFirst: boolean().notNull().default(false),
    /** Signed for with keys of its own, at /lti/keys/<id>; else with those at /lti/keys. */
    hasOwnKeys: boolean().notNull().default(false),
    /** Ids in other addresses of these keys, given to later registrations of the same client. */
    keyIds: reference().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('platforms_key').on(t.issuer, t.clientId),
    index('platforms_names').using('gin', nameWords(t.domain)),
    check('platforms_preset', isOneOf(t.preset, PRESETS)),
  ],
)

/** SQL for a platform `p` as JSON of type `Platform`. */
export const PLATFORM_JSON = `json_build_object('id', p.id, 'issuer', p.issuer, 'clientId', p.client_id, 'domain', p.domain,
  'preset', p.preset, 'authorizationRedirect', p.authorization_redirect, 'publicKeysUrl', p.public_keys_url,
  'grantUrl', p.grant_url, 'audience', p.audience, 'isActive', p.is_active,
  'opensWithoutCookies', p.opens_without_cookies, 'hasOwnKeys', p.has_own_keys)`

/** One installation of the tool on a platform: a school's connection by LTI 1.3, once it is approved. */
export const deployments = pgTable(
  'deployments',
  {
    id: id(),
    platformId: partOf(() => platforms.id),
    deploymentId: text().notNull(),
    /** Null while it waits for approval, and for one that was refused. */
    schoolId: reference().references(() => schools.id),
    status: text({ enum: deploymentStatuses }).notNull().default('waiting'),
    /** The name by which the LMS calls itself, and the course of the last launch that waited. They tell staff the school. */
    seenName: text(),
    seenTitle: text(),
    seenAt: instant(),
    /** Host of the LMS and context id of that launch, to find the connection that it may replace. */
    seenHost: text(),
    seenContextId: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('deployments_key').on(t.platformId, t.deploymentId),
    index('deployments_school').on(t.schoolId),
    /** A course refers to both, so that its school is always the one of its connection. */
    unique('deployments_school_of').on(t.id, t.schoolId),
    index('deployments_status').on(t.status),
    index('deployments_names').using('gin', nameWords(t.seenName)),
    check('deployments_status', isOneOf(t.status, deploymentStatuses)),
    check('deployments_approved_has_school', sql`${t.status} <> 'approved' or ${t.schoolId} is not null`),
  ],
)

/** A question to staff: does a deployment replace an earlier connection of its LMS? Until then nobody there pays. */
export const lmsMoves = pgTable(
  'lms_moves',
  {
    deploymentId: reference()
      .primaryKey()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    state: text({ enum: moveStates }).notNull(),
    /** The connection that it replaces: one of the two, once decided. */
    consumerId: reference().references(() => consumers.id, { onDelete: 'cascade' }),
    fromDeploymentId: reference().references(() => deployments.id, { onDelete: 'cascade' }),
    /** The school that the deployment left, to undo the decision. The id is null once the school is deleted. */
    leftSchool: text(),
    leftSchoolId: reference().references(() => schools.id, { onDelete: 'set null' }),
    askedAt: instant().notNull(),
    decidedAt: instant(),
    /** Staff user. */
    decidedBy: reference(),
  },
  t => [
    index('lms_moves_consumer').on(t.consumerId),
    index('lms_moves_from_deployment').on(t.fromDeploymentId),
    check('lms_moves_state', isOneOf(t.state, moveStates)),
    check(
      'lms_moves_replaces_one',
      sql`num_nonnulls(${t.consumerId}, ${t.fromDeploymentId}) = case when ${t.state} = 'replaces' then 1 else 0 end`,
    ),
  ],
)

/** Invitation for LTI Dynamic Registration: a single-use link, valid one week. */
export const registrationInvites = pgTable(
  'registration_invites',
  {
    id: id(),
    tokenHash: text().notNull().unique('registration_invites_token'),
    /** Recipient, as noted by staff. */
    note: text().notNull(),
    /** Host that the registration switches on at once: staff checked it in advance. */
    switchOnHost: text(),
    /** Address of the LMS administrator, who asked to be told when staff switch it on. */
    administratorEmail: text(),
    createdBy: reference(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    platformId: reference().references(() => platforms.id, { onDelete: 'set null' }),
  },
  t => [index('registration_invites_expires_at').on(t.expiresAt)],
)

const states = ['next', 'current', 'retired'] as const

/** Columns of a signing key. `current` signs, `next` is published in advance, `retired` is kept until it expires. */
const keyColumns = () => ({
  publicJwk: jsonb().$type<Record<string, string>>().notNull(),
  /** Encrypted (crypto.ts). */
  sealedPrivateKey: text().notNull(),
  state: text({ enum: states }).notNull(),
  createdAt: createdAt(),
  /** When it entered its state. */
  stateAt: instant().notNull(),
})

/** Our LTI 1.3 signing keys, published at /lti/keys, for platforms without keys of their own. */
export const toolKeys = pgTable('tool_keys', { kid: text().primaryKey(), ...keyColumns() }, t => [
  uniqueIndex('tool_keys_one_each').on(t.state).where(sql`${t.state} in ('current', 'next')`),
  check('tool_keys_state', isOneOf(t.state, states)),
])

/** Signing keys that are valid at one platform only, published at /lti/keys/<platform id>. */
export const platformKeys = pgTable(
  'platform_keys',
  {
    kid: text().primaryKey(),
    platformId: partOf(() => platforms.id),
    ...keyColumns(),
  },
  t => [
    uniqueIndex('platform_keys_one_each').on(t.platformId, t.state).where(sql`${t.state} in ('current', 'next')`),
    index('platform_keys_platform').on(t.platformId),
    check('platform_keys_state', isOneOf(t.state, states)),
  ],
)

/** A link to the seat page of a school, for its coordinator. The address is the id with a signature. */
export const seatLinks = pgTable(
  'seat_links',
  {
    id: id(),
    schoolId: partOf(() => schools.id),
    /** Staff user. */
    createdBy: reference().notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant(),
  },
  t => [index('seat_links_school').on(t.schoolId)],
)
