import { readSearch, type Sign } from '#src/signs/rules/dictionary.ts'
import type { ScreenContext } from '../screen.ts'

/** The signs of a unit or lesson. */
export interface UnitSigns {
  /** Unit or lesson, like '3' or '3.1'; empty if the query names neither. */
  unit: string
  /** Lessons of the whole unit. */
  lessons: string[]
  signs: Sign[]
}

/** Loads the signs of the unit or lesson in the query; unit 1 without one. */
export const loadUnit = async ({ query, modules }: ScreenContext): Promise<UnitSigns> => {
  const asked = readSearch(`Unit ${query.unit || '1'}`)
  if (asked.kind !== 'unit') return { unit: '', lessons: [], signs: [] }
  const { signs } = await modules.signs.searchSigns({ term: `Unit ${asked.unit}` })
  return {
    unit: asked.lesson ?? String(asked.unit),
    lessons: [...new Set(signs.map(({ lesson }) => lesson))],
    signs: asked.lesson ? signs.filter(({ lesson }) => lesson === asked.lesson) : signs,
  }
}
