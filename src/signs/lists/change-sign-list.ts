import type { LaunchLink } from '#src/access/launch-links.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { LIST_SIGNS_MAX, listName, nameFault, type SignListReason } from '../rules/sign-lists.ts'
import { deleteSignList, listSignLists, lockSignLists, saveSignList } from '../store/sign-lists.ts'
import { findTeacherLaunch } from './find-teacher-launch.ts'

type Outcome = { ok: true } | Refused<SignListReason>

interface Change {
  id: number
  name: string
  /** Slugs of all signs of the list, in order. */
  signs: string[]
}

/** Replaces the name and the signs of a list of the teacher's course. */
export const changeSignList = async (
  app: Needs<'clock' | 'db'>,
  launch: LaunchLink,
  { id, name: typed, signs: given }: Change,
): Promise<Outcome> => {
  const opened = await findTeacherLaunch(app, launch)
  if (!opened) return refuse('page_expired')
  const { courseId } = opened
  return inTransaction<Outcome>(app.db, async tx => {
    await lockSignLists(tx, courseId)
    const name = listName(typed)
    const fault = nameFault(
      name,
      (await listSignLists(tx, courseId)).filter(list => list.id !== id),
    )
    if (fault) return refuse(fault)
    const signs = [...new Set(given)]
    if (signs.length > LIST_SIGNS_MAX) return refuse('list_too_long')
    const isSaved = await saveSignList(tx, { id, courseId, name, signs, now: app.clock.now() })
    return isSaved ? { ok: true } : refuse('list_not_found')
  })
}

/** Deletes a list of the teacher's course. Its link answers 404 from then on. */
export const removeSignList = async (app: Needs<'clock' | 'db'>, launch: LaunchLink, id: number): Promise<Outcome> => {
  const opened = await findTeacherLaunch(app, launch)
  if (!opened) return refuse('page_expired')
  const { courseId } = opened
  return inTransaction<Outcome>(app.db, async tx =>
    (await deleteSignList(tx, { id, courseId })) ? { ok: true } : refuse('list_not_found'),
  )
}
