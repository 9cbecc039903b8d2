import type { Needs } from '#src/context.ts'
import type { Sign } from '../rules/dictionary.ts'
import type { SignList } from '../rules/sign-lists.ts'
import { findSignList as find, listSignLists, listSignsBySlug } from '../store/sign-lists.ts'

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
