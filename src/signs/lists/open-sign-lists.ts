import type { LaunchLink } from '#src/access/launch-links.ts'
import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import type { Needs } from '#src/context.ts'
import type { Sign } from '../rules/dictionary.ts'
import type { SignList } from '../rules/sign-lists.ts'
import { chosenUnit } from '../rules/teacher.ts'
import { listSignLists, listSignsBySlug } from '../store/sign-lists.ts'
import { searchSigns } from '../store/sign-search.ts'
import { findTeacherLaunch } from './find-teacher-launch.ts'

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
