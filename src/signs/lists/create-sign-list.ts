import type { LaunchLink } from '#src/access/launch-links.ts'
import type { Needs } from '#src/context.ts'
import { mintToken } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { LISTS_MAX, listName, nameFault, type SignListReason } from '../rules/sign-lists.ts'
import { listSignLists, lockSignLists, saveNewSignList } from '../store/sign-lists.ts'
import { findTeacherLaunch } from './find-teacher-launch.ts'

type Outcome = { ok: true; id: number } | Refused<SignListReason>

/** Makes an empty list for the teacher's course. */
export const createSignList = async (
  app: Needs<'clock' | 'db'>,
  launch: LaunchLink,
  typed: string,
): Promise<Outcome> => {
  const opened = await findTeacherLaunch(app, launch)
  if (!opened) return refuse('page_expired')
  const { courseId } = opened
  return inTransaction<Outcome>(app.db, async tx => {
    await lockSignLists(tx, courseId)
    const lists = await listSignLists(tx, courseId)
    const name = listName(typed)
    const fault = nameFault(name, lists)
    if (fault) return refuse(fault)
    if (lists.length >= LISTS_MAX) return refuse('too_many_lists')
    const id = await saveNewSignList(tx, { courseId, name, link: mintToken('l'), now: app.clock.now() })
    return { ok: true, id }
  })
}
