import { execute, queryHasRow, queryRow, queryValue } from '#src/core/db/statements.ts'
import type { PasswordOf } from '#src/messages/rules/message.ts'

export interface CanvasTarget {
  entitlementId: number
  canvasCourseId: string
  login: string
  name: string
  /** True when the person should have access to the course now. */
  wanted: boolean
}

/**
 * Returns the Canvas course and login for an enrollment we mirror in Canvas: one made by sign-up, in a hosted school's
 * course on this Canvas (`domain` null: on any). Returns null for any other; a person who came by a launch is in Canvas
 * already.
 */
export const findCanvasTarget = queryRow<CanvasTarget, [entitlementId: number, domain: string | null, now: Date]>(
  'canvas_target',
  `select e.id as "entitlementId", c.canvas_course_id as "canvasCourseId", p.email as login, coalesce(p.name, p.email) as name,
     e.processed_at is not null and (e.access_ends_at is null or e.access_ends_at > $3) as wanted
   from entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id
     join consumers k on k.id = c.consumer_id
   where e.id = $1 and e.created_via = 'sign_up' and k.is_hosted and ($2::text is null or c.canvas_domain = $2)
     and c.canvas_course_id is not null and p.email is not null`,
)

interface KnownUser {
  canvasUserId: string | null
  existed: boolean
  chosen: boolean
  asked: boolean
}

/** Claims a Canvas login for one process at a time. Returns null when another one holds it. */
export const claimCanvasUser = queryRow<KnownUser, [domain: string, login: string, now: Date, until: Date]>(
  'canvas_user_claimed',
  `insert into canvas_users (domain, login, claimed_until) values ($1, $2, $4)
   on conflict (domain, login) do update set claimed_until = $4
     where canvas_users.claimed_until is null or canvas_users.claimed_until <= $3
   returning canvas_user_id as "canvasUserId", existed, chosen, asked_at is not null as asked`,
)

/** Records that we are about to create a login. If the answer is lost, a login found later is ours. */
export const saveCanvasUserRequested = execute<[domain: string, login: string, now: Date, chosen: boolean]>(
  'canvas_user_requested',
  'update canvas_users set asked_at = $3, chosen = $4 where domain = $1 and login = $2',
)

/** Saves the login and releases the claim. Without an id it only releases the claim. */
export const saveCanvasUser = execute<
  [domain: string, login: string, canvasUserId: string | null, existed: boolean, chosen: boolean]
>(
  'canvas_user_saved',
  `update canvas_users set canvas_user_id = $3, existed = $4, chosen = $5, claimed_until = null
   where domain = $1 and login = $2`,
)

/** Returns where the login's Canvas password came from; null when the login does not exist yet. */
export const findPasswordOrigin = queryValue<PasswordOf, [domain: string, login: string]>(
  'canvas_user_password',
  `select case when existed then 'kept' when chosen then 'chosen' else 'asked' end as value from canvas_users
   where domain = $1 and login = $2 and canvas_user_id is not null`,
)

/** Returns whether the login existed before we asked for it. */
export const didCanvasUserExist = queryHasRow<[domain: string, login: string]>(
  'canvas_user_existed',
  'select from canvas_users where domain = $1 and login = $2 and existed',
)

/** Returns true if Canvas refused the enrollment because the course has concluded. The job still tries. */
export const isEndedInCanvas = queryHasRow<[entitlementId: number]>(
  'canvas_ended',
  `select from pgboss.job
   where (name = 'canvas-enrollment' and state in ('created', 'retry', 'active') or name = 'dead' and state = 'created' and data->>'name' = 'canvas-enrollment')
     and (data->'data'->>'entitlementId')::bigint = $1
     and coalesce(output->>'message', output->'value'->>'message', data->>'error') ~* 'conclu' limit 1`,
)

export interface KnownEnrollment {
  canvasEnrollmentId: string | null
  isActive: boolean
}

/** Claims an enrollment for Canvas updates by one process at a time. Returns null when another process holds it. */
export const claimCanvasEnrollment = queryRow<KnownEnrollment, [entitlementId: number, now: Date, until: Date]>(
  'canvas_enrollment_claimed',
  `insert into canvas_enrollments (entitlement_id, claimed_until) values ($1, $3)
   on conflict (entitlement_id) do update set claimed_until = $3
     where canvas_enrollments.claimed_until is null or canvas_enrollments.claimed_until <= $2
   returning canvas_enrollment_id as "canvasEnrollmentId", is_active as "isActive"`,
)

/** Records that we are about to create the enrollment. If the answer is lost, it may exist in Canvas. */
export const saveCanvasEnrollmentRequested = execute<[entitlementId: number]>(
  'canvas_enrollment_requested',
  'update canvas_enrollments set is_active = true where entitlement_id = $1',
)

export const saveCanvasEnrollment = execute<
  [entitlementId: number, canvasEnrollmentId: string | null, isActive: boolean, now: Date]
>(
  'canvas_enrollment_saved',
  `update canvas_enrollments set canvas_enrollment_id = $2, is_active = $3, claimed_until = null, updated_at = $4
   where entitlement_id = $1`,
)
