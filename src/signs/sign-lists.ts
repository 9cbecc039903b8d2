import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import { findLaunchOpened, hashLaunchLink, type LaunchLink } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import { mintToken } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { chosenUnit } from './rules/lessons.ts'
import {
  LIST_SIGNS_MAX,
  LISTS_MAX,
  listName,
  nameFault,
  type SignList,
  type SignListReason,
} from './rules/sign-lists.ts'
import {
  deleteSignList,
  findSignList as find,
  listSignLists,
  listSignsBySlug,
  lockSignLists,
  saveNewSignList,
  saveSignList,
} from './store/sign-lists.ts'
import { searchSigns } from './store/sign-search.ts'

/** Returns the launch of a teacher's page, or null if it has expired or is of another page. */
const findTeacherLaunch = async (app: Needs<'clock' | 'db'>, link: LaunchLink): Promise<LaunchOpened | null> => {
  const opened = await findLaunchOpened(app.db, hashLaunchLink(link, app.clock.now()))
  return opened?.app === 'teacher' ? opened : null
}

/** Returns the list behind a link with its signs; null for an unknown link. */
export const findSignList = async (app: Needs<'db'>, link: string) => {
  const list = await find(app.db, link)
  return list && { name: list.name, link, signs: await listSignsBySlug(app.db, list.signs) }
}

/** Lists the lists of a course that have signs, for its students. */
export const listCourseLists = async (app: Needs<'db'>, courseId: number): Promise<Pick<SignList, 'name' | 'link'>[]> =>
  (await listSignLists(app.db, courseId)).flatMap(({ name, link, signs }) => (signs.length > 0 ? [{ name, link }] : []))

/**
 * Returns the lists of a teacher's course, or null if the launch has expired. `chosen` is the list to change, its signs,
 * and the signs of a unit to add; null if none was asked for.
 */
export const openSignLists = async (
  app: Needs<'clock' | 'db'>,
  { list: id, unit: asked, ...link }: LaunchLink & { list: string | undefined; unit: string | undefined },
) => {
  const opened = await findTeacherLaunch(app, link)
  if (!opened) return null
  const lists = await listSignLists(app.db, opened.courseId)
  const list = lists.find(each => String(each.id) === id)
  if (!list) return { opened, lists, chosen: null }
  const unit = chosenUnit(opened.units, asked)
  const [signs, { signs: unitSigns }] = await Promise.all([
    listSignsBySlug(app.db, list.signs),
    searchSigns(app.db, { kind: 'unit', unit, lesson: null }),
  ])
  return { opened, lists, chosen: { list, signs, unit, unitSigns } }
}

type ListChanged = { ok: true; id: number } | Refused<SignListReason>

/** Changes the lists of the teacher's course, one at a time. */
const changeLists = async (
  { db, clock }: Needs<'clock' | 'db'>,
  launch: LaunchLink,
  act: (tx: Tx, courseId: number, now: Date) => Promise<ListChanged>,
): Promise<ListChanged> => {
  const opened = await findTeacherLaunch({ db, clock }, launch)
  if (!opened) return refuse('page_expired')
  return inTransaction(db, async tx => {
    await lockSignLists(tx, opened.courseId)
    return act(tx, opened.courseId, clock.now())
  })
}

/** Makes an empty list for the teacher's course. */
export const createSignList = (app: Needs<'clock' | 'db'>, launch: LaunchLink, typed: string) =>
  changeLists(app, launch, async (tx, courseId, now) => {
    const lists = await listSignLists(tx, courseId)
    const name = listName(typed)
    const fault = nameFault(name, lists)
    if (fault) return refuse(fault)
    if (lists.length >= LISTS_MAX) return refuse('too_many_lists')
    return { ok: true, id: await saveNewSignList(tx, { courseId, name, link: mintToken('l'), now }) }
  })

/** Replaces the name of a list of the teacher's course, and its signs: the slugs of all, in order. */
export const changeSignList = (
  app: Needs<'clock' | 'db'>,
  launch: LaunchLink,
  { id, name: typed, signs: given }: Pick<SignList, 'id' | 'name' | 'signs'>,
) =>
  changeLists(app, launch, async (tx, courseId, now) => {
    const name = listName(typed)
    const others = (await listSignLists(tx, courseId)).filter(list => list.id !== id)
    const fault = nameFault(name, others)
    if (fault) return refuse(fault)
    const signs = [...new Set(given)]
    if (signs.length > LIST_SIGNS_MAX) return refuse('list_too_long')
    const isSaved = await saveSignList(tx, { id, courseId, name, signs, now })
    return isSaved ? { ok: true, id } : refuse('list_not_found')
  })

/** Deletes a list of the teacher's course. Its link answers 404 from then on. */
export const removeSignList = (app: Needs<'clock' | 'db'>, launch: LaunchLink, id: number) =>
  changeLists(app, launch, async (tx, courseId) =>
    (await deleteSignList(tx, { id, courseId })) ? { ok: true, id } : refuse('list_not_found'),
  )
