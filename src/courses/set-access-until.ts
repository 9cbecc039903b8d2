import type { Tx } from '#src/core/db/db.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { StaffCourse } from './rules/activation.ts'
import { saveCourseSettings } from './store/staff-courses.ts'
import type { App } from "#src/context.ts";

interface SetAccessUntil {
  /** The course as read after it was locked. */
  before: StaffCourse
  /** Undefined keeps the date, null clears it. */
  accessUntil: Date | null | undefined
  now: Date
}

/**
 * Sets the end of access of a locked course, and queues a job that moves the end of everyone with access. Does nothing
 * if the date is unchanged.
 */
export const setAccessUntil = async (
  { jobs }: App,
  tx: Tx,
  { before, accessUntil, now }: SetAccessUntil,
): Promise<{ ok: true } | Refused<'access_date_in_past'>> => {
  if (accessUntil === undefined || accessUntil?.getTime() === before.accessUntil?.getTime()) return { ok: true }
  if (accessUntil && accessUntil <= now) return refuse('access_date_in_past')
  await saveCourseSettings(tx, before.id, { accessUntil }, now)
  await jobs.send(tx, 'move-access-ends', { courseId: before.id, mayShorten: true })
  return { ok: true }
}
