import { listStaff } from '#src/accounts/staff.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { covers, demandAllSchools, isLimited, may, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { titleOf } from '#src/courses/rules/waiting-courses.ts'
import { claimUnannouncedCourses, listWaitingRows } from '#src/courses/waiting-courses.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { paths } from '#views/paths.ts'
import { DUE_DAYS, type WaitingCounts } from './rules/waiting-work.ts'
import * as store from './store/waiting-work.ts'

const NOTHING: WaitingCounts = {
  moves: 0,
  courses: 0,
  help: 0,
  payments: 0,
  deployments: 0,
  registrations: 0,
  jobs: 0,
  signs: 0,
}

/** Counts what waits for staff. Null for a role that does not work on it: one for some schools, or a signer. */
export const countWaitingWork = async (
  { db }: Needs<'db'>,
  by: Pick<Staff, 'role' | 'schools'>,
): Promise<WaitingCounts | null> => {
  const reviews = may(by, 'review')
  if (by.schools || !(may(by, 'see') || reviews)) return null
  const counts = await store.countWaiting(db)
  return { ...(may(by, 'see') ? counts : NOTHING), signs: reviews ? counts.signs : 0 }
}

/** Lists what is due within two weeks, mail refused in the last two weeks, and registrations that wait. */
export const listDueSoon = async ({ db, clock }: Needs<'clock' | 'db'>, by: Staff) => {
  demandAllSchools(by)
  const now = clock.now()
  const shifted = (days: number) => new Date(now.getTime() + days * DAY_MS)
  return {
    registrations: await store.listRegistrations(db),
    closing: await store.listClosingCourses(db, now, shifted(DUE_DAYS)),
    closingSignUps: await store.listClosingSignUps(db, now, shifted(DUE_DAYS)),
    expiring: await store.listExpiringCodes(db, now, shifted(DUE_DAYS)),
    refusedMail: await store.listRefusedMail(db, shifted(-DUE_DAYS)),
  }
}

/** Courses named in the message. The page lists all. */
const MAX_COURSES = 20

/**
 * Queues one message per staff user about courses that newly wait, of the schools of their role. Each course is announced
 * once. Skips roles that cannot activate them.
 */
export const notifyWaitingCourses = async (app: Needs<'clock' | 'db' | 'jobs' | 'publicUrl'>): Promise<void> => {
  const now = app.clock.now()
  await inTransaction(app.db, async tx => {
    const fresh = await claimUnannouncedCourses(tx, now)
    if (fresh.length === 0) return
    const courses = await listWaitingRows(tx, fresh)
    for (const staff of await listStaff(tx)) {
      const own = courses.filter(c => covers(staff, c.schoolId))
      if (!may(staff, 'change') || (isLimited(staff) && own.length === 0)) continue
      const listed = own.slice(0, MAX_COURSES).map(c => ({
        name: titleOf(c, c.contextId),
        school: c.school,
        teachers: c.teachers,
        students: c.students,
      }))
      // The key tells this announcement from all others to the same person.
      await queueMessage(tx, app.jobs, `waiting:${staff.id}:${Math.min(...fresh)}:${now.getTime()}`, {
        kind: 'waiting',
        recipient: staff.email,
        name: staff.firstName || null,
        courses: listed,
        more: own.length - listed.length,
        // The page of all waiting courses is not for a role for some schools.
        url: `${app.publicUrl}${isLimited(staff) ? paths.course : paths.waitingCourses}`,
      })
    }
  })
}

/** Queues one message per manager about an LMS that registered itself. */
export const notifyRegistration = async (
  app: Needs<'db' | 'jobs' | 'publicUrl'>,
  platformId: number,
): Promise<void> => {
  const [platform] = await store.findRegistration(app.db, platformId)
  if (!platform) return
  const { school, host, isOn, isKnown } = platform
  const url = app.publicUrl + (isKnown ? paths.lmsMoves : paths.platforms)
  await inTransaction(app.db, async tx => {
    for (const staff of await listStaff(tx))
      if (may(staff, 'manage') && !staff.schools)
        await queueMessage(tx, app.jobs, `lms-registered:${platformId}:${staff.id}`, {
          kind: 'lms-registered',
          recipient: staff.email,
          name: staff.firstName || null,
          school,
          host,
          isOn,
          isKnown,
          url,
        })
  })
}
