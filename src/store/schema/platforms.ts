import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, nameWords, reference } from './columns.ts'

/** An LMS that launches by LTI 1.3, by the client_id it gave us (the spec's credential). One issuer may have many. */
export const platforms = pgTable(
  'platforms',
  {
    id: id(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    domain: text().notNull(),
    preset: text().notNull(),
    authorizationRedirect: text().notNull(),
    publicKeysUrl: text().notNull(),
    grantUrl: text().notNull(),
    /** What a token request names as its audience, where it is not the grant address itself (D2L). */
    audience: text(),
    /** A platform that registered itself waits until staff switch it on. */
    isActive: boolean().notNull().default(true),
    /** The first deployment that launches is approved unseen (rules.md E4); off once one was. */
    approvesFirst: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('platforms_key').on(t.issuer, t.clientId),
    index('platforms_names').using('gin', nameWords(t.domain)),
    check('platforms_preset', sql`${t.preset} in ('d2l', 'canvas', 'moodle', 'blackboard', 'custom')`),
  ],
)

/**
 * One installation of the tool on a platform: the school, where an issuer serves many (Canvas cloud, Blackboard). It
 * carries the settings that a consumer carries in LTI 1.1 (rules.md B).
 */
export const deployments = pgTable(
  'deployments',
  {
    id: id(),
    platformId: reference()
      .notNull()
      .references(() => platforms.id, { onDelete: 'cascade' }),
    deploymentId: text().notNull(),
    /** What the school is called; until staff say so, what its LMS calls itself. */
    name: text(),
    status: text().notNull().default('waiting'),
    acceptsPayment: boolean().notNull().default(true),
    acceptsAccessCode: boolean().notNull().default(true),
    isK12: boolean('is_k12').notNull().default(false),
    /** A K-12 school shows no card unless this is set. */
    takesCardsK12: boolean('takes_cards_k12').notNull().default(false),
    passesGrades: boolean().notNull().default(true),
    /** The course that a waiting deployment was last opened from, so that staff know whose it is. */
    seenTitle: text(),
    seenAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('deployments_key').on(t.platformId, t.deploymentId),
    index('deployments_status').on(t.status),
    index('deployments_names').using('gin', nameWords(t.name)),
    check('deployments_status', sql`${t.status} in ('approved', 'waiting', 'refused')`),
    check('deployments_accept_something', sql`${t.acceptsPayment} or ${t.acceptsAccessCode}`),
  ],
)
