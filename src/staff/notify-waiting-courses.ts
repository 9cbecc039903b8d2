import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { may } from '#src/core/rules/staff.ts'
import { titleOf } from '#src/courses/rules/waiting-courses.ts'
import { claimUnannouncedCourses, listWaitingRows } from '#src/courses/store/waiting-courses.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import { paths } from '#views/paths.ts'
import { listStaff } from './store/staff.ts'

/** Courses named in the message. The page lists all. */
const MAX_COURSES = 20

/**
 * Queues one message per staff user about courses that newly wait. Each course is announced once. Skips roles that
 * cannot activate them.
 */
export const notifyWaitingCourses = async (app: Needs<'clock' | 'db' | 'jobs' | 'publicUrl'>): Promise<void> => {
  const now = app.clock.now()
  await inTransaction(app.db, async tx => {
    const fresh = await claimUnannouncedCourses(tx, now)
    if (fresh.length === 0) return
    const courses = (await listWaitingRows(tx)).filter(c => fresh.includes(c.id))
    const listed = courses.slice(0, MAX_COURSES).map(c => ({
      name: titleOf(c, c.contextId),
      school: c.school,
      teachers: c.teachers,
      students: c.students,
    }))
    for (const staff of await listStaff(tx)) {
      if (!may(staff, 'change')) continue
      await queueMessage(tx, app.jobs, `waiting:${staff.id}:${Math.min(...fresh)}:${now.getTime()}`, {
        kind: 'waiting',
        recipient: staff.email,
        name: staff.firstName || null,
        courses: listed,
        more: fresh.length - listed.length,
        url: `${app.publicUrl}${paths.course}`,
      })
    }
  })
}
