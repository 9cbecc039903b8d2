import { normalize } from '#src/core/rules/normalize.ts'
import { VARIANT_MAX } from './clip.ts'

/** A sign that a file may show. */
interface NamedSign {
  slug: string
  gloss: string
}

interface Matched {
  slug: string
  /** Text in brackets at the end of the name, like 'Texas'. */
  variant: string
}

/** Words that say which take or copy a file is, at the end of its name. */
const TAKE = /[- .]*\b(?:take|version|ver|v|copy|clip|final|edit|edited|test|new)[- .]*\d*$|[- .]+\d{1,3}$/i
/** 'Unit 3.1 - ', '03_1_' before the gloss. */
const LEAD = /^(?:(?:unit|lesson|u)[- .]*)?\d+(?:[- .]+\d+)*[- .]+/i

/** Returns a text as slugs are written. The marks of a gloss are part of its slug. */
const keyOf = (text: string): string =>
  normalize(text.replace('#', 'loan-').replace('++', '-repeated')).replaceAll(' ', '-')

/** Makes a function that finds the sign a file is named after, or null when it has to be asked. */
export const makeFileMatcher = (signs: NamedSign[]) => {
  const byKey = new Map(signs.flatMap(s => [[keyOf(s.gloss), s.slug] as const, [s.slug, s.slug] as const]))
  return (fileName: string): Matched | null => {
    const name = fileName
      .replace(/\.\w{2,4}$/, '')
      .replaceAll('_', ' ')
      .trim()
    const [, inside = ''] = name.match(/[([]([^()[\]]*)[)\]]\s*$/) ?? []
    const plain = name.replace(/[([][^()[\]]*[)\]]\s*$/, '').trim()
    const variant = /^\d*$/.test(inside.trim()) ? '' : inside.trim().slice(0, VARIANT_MAX)
    const led = plain.replace(LEAD, '')
    for (const text of [plain, led, ...withoutTakes(plain), ...withoutTakes(led)]) {
      const slug = byKey.get(keyOf(text))
      if (slug) return { slug, variant }
    }
    return null
  }
}

/** Lists a name without its last words of this kind, one fewer each time: 'new take 2' is 'new' and not ''. */
const withoutTakes = (text: string): string[] => {
  const shorter = text.replace(TAKE, '')
  return shorter === text ? [] : [shorter, ...withoutTakes(shorter)]
}
