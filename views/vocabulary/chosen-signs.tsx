import { titleIn } from '#src/signs/rules/content.ts'
import { readSearch, type Sign } from '#src/signs/rules/dictionary.ts'
import { findSignList } from '#src/signs/sign-lists.ts'
import { listUnitOutlines, searchSigns } from '#src/signs/signs.ts'
import type { ScreenContext } from '../screen.ts'
import { Notice } from '../ui/notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** The signs of a unit or lesson, or of a teacher's list. */
export interface ChosenSigns {
  /** Unit or lesson, like '3' or '3.1'; empty for a list, and if the query names neither. */
  unit: string
  /** Titles of the unit and, if one is chosen, of the lesson; empty without content. */
  heading: ReturnType<typeof titleIn>[]
  /** Lessons of the whole unit. */
  lessons: string[]
  /** The list; `name` is null if its link is unknown. */
  list: { link: string; name: string | null } | null
  signs: Sign[]
}

/** Loads the signs of the list, unit or lesson in the query; unit 1 without one. */
export const loadSigns = async ({ query, app, language }: ScreenContext): Promise<ChosenSigns> => {
  const nothing: ChosenSigns = { unit: '', heading: [], lessons: [], list: null, signs: [] }
  const { list: link } = query
  if (link) {
    const found = await findSignList(app, link)
    return { ...nothing, list: { link, name: found?.name ?? null }, signs: found?.signs ?? [] }
  }
  const asked = readSearch(`Unit ${query.unit || '1'}`)
  if (asked.kind !== 'unit') return nothing
  const [{ signs }, [outline]] = await Promise.all([
    searchSigns(app, { term: `Unit ${asked.unit}` }),
    listUnitOutlines(app, [asked.unit]),
  ])
  const lesson = outline?.lessons.find(each => each.lesson === asked.lesson)
  return {
    ...nothing,
    unit: asked.lesson ?? String(asked.unit),
    heading: [
      outline && titleIn(language, outline.title, outline.translated),
      lesson && titleIn(language, lesson.name, lesson.translated),
    ].flatMap(title => title ?? []),
    lessons: [...new Set(signs.map(({ lesson }) => lesson))],
    signs: asked.lesson ? signs.filter(({ lesson }) => lesson === asked.lesson) : signs,
  }
}

/** Status of the page: 404 for a list that is not there. */
export const statusOf = ({ list }: ChosenSigns): number => (list && list.name === null ? 404 : 200)

/** Says why there are no signs: an unknown unit, an unknown link of a list, or an empty list. */
export const NoSigns = ({ list }: Pick<ChosenSigns, 'list'>) => {
  const { none } = useServerTexts('deck')
  const { gone, noSigns } = useServerTexts('lists')
  return (
    <div className="no-signs">
      <Shelf />
      <Notice tone="plain">{list ? (list.name === null ? gone : noSigns) : none}</Notice>
    </div>
  )
}
