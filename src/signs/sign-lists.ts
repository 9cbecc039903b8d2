import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import { findLaunchOpened, hashLaunchLink, type LaunchLink } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import { mintToken } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Sign } from './rules/dictionary.ts'
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

interface OpenedList {
  name: string
  link: string
  signs: Sign[]
}

/** Returns the list behind a link with its signs; null for an unknown link. */
export const findSignList = async (app: Needs<'db'>, link: string): Promise<OpenedList | null> => {
  const list = await find(app.db, link)
  return list && { name: list.name, link, signs: await listSignsBySlug(app.db, list.signs) }
}

/** Lists the lists of a course that have signs, for its students. */
export const listCourseLists = async (app: Needs<'db'>, courseId: number): Promise<Pick<SignList, 'name' | 'link'>[]> =>
  (await listSignLists(app.db, courseId)).flatMap(({ name, link, signs }) => (signs.length > 0 ? [{ name, link }] : []))

export interface SignListsPage {
  opened: LaunchOpened
  lists: SignList[]
  /** The list to change, its signs, and the signs of a unit to add; null if none was asked for. */
  chosen: { list: SignList; signs: Sign[]; unit: number; unitSigns: Sign[] } | null
}

interface Asked extends LaunchLink {
  list: string | undefined
  unit: string | undefined
}

/** Returns the lists of a teacher's course, or null if the launch has expired. */
export const openSignLists = async (
  app: Needs<'clock' | 'db'>,
  { list: id, unit: asked, ...link }: Asked,
): Promise<SignListsPage | null> => {
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

type ListCreated = { ok: true; id: number } | Refused<SignListReason>

/** Makes an empty list for the teacher's course. */
export const createSignList = async (
  app: Needs<'clock' | 'db'>,
  launch: LaunchLink,
  typed: string,
): Promise<ListCreated> => {
  const opened = await findTeacherLaunch(app, launch)
  if (!opened) return refuse('page_expired')
  const { courseId } = opened
  return inTransaction<ListCreated>(app.db, async tx => {
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

type ListChanged = { ok: true } | Refused<SignListReason>

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
): Promise<ListChanged> => {
  const opened = await findTeacherLaunch(app, launch)
  if (!opened) return refuse('page_expired')
  const { courseId } = opened
  return inTransaction<ListChanged>(app.db, async tx => {
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
export const removeSignList = async (
  app: Needs<'clock' | 'db'>,
  launch: LaunchLink,
  id: number,
): Promise<ListChanged> => {
  const opened = await findTeacherLaunch(app, launch)
  if (!opened) return refuse('page_expired')
  const { courseId } = opened
  return inTransaction<ListChanged>(app.db, async tx =>
    (await deleteSignList(tx, { id, courseId })) ? { ok: true } : refuse('list_not_found'),
  )
}
