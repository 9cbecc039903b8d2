import type { Glance, Unit } from './content.ts'
import { type DeckCard, toDeckCard } from './deck.ts'
import type { Sign } from './dictionary.ts'
import { goalsOf } from './lessons.ts'

type Named = Pick<Glance, 'lesson' | 'name' | 'translated'>

/** One screen of the projector: the title of the unit, the goals of a lesson (HTML, empty if it lists none), all its signs, or one sign. */
export type Slide = Named &
  (
    | { kind: 'unit'; unit: number; lessons: Named[] }
    | { kind: 'goals'; goals: string; size: SlideSize }
    | { kind: 'signs'; cards: DeckCard[] }
    | { kind: 'sign'; card: DeckCard }
  )

/** Size of the text, so that it fits on a screen. */
type SlideSize = 'short' | 'medium' | 'long'

/**
 * Returns the slides of a unit: its title with its lessons, and of each lesson its name with its goals, its signs together, then each sign. Leaves
 * out what is written for teachers.
 */
export const slidesOf = (
  { unit, title, translated, glances }: Pick<Unit, 'unit' | 'title' | 'translated' | 'glances'>,
  signs: Sign[],
): Slide[] => [
  { lesson: '', name: title, translated, kind: 'unit', unit, lessons: glances.map(named) },
  ...glances.flatMap((glance): Slide[] => {
    const { lesson } = glance
    const goals = goalsOf(glance)
    const cards = signs.filter(sign => sign.lesson === lesson).map(toDeckCard)
    return [
      { ...named(glance), kind: 'goals' as const, goals, size: slideSize(goals) },
      ...(cards.length > 0 ? [{ ...named(glance), kind: 'signs' as const, cards }] : []),
      ...cards.map((card): Slide => ({ ...named(glance), kind: 'sign', card })),
    ]
  }),
]

const named = ({ lesson, name, translated }: Named): Named => ({ lesson, name, translated })

/** Letters that fit on a screen, by the size of the text. */
const SHORT = 220
const MEDIUM = 480

export const slideSize = (html: string): SlideSize => {
  const { length } = html.replace(/<[^>]*>/g, '')
  if (length <= SHORT) return 'short'
  return length <= MEDIUM ? 'medium' : 'long'
}

/** Returns the place of a slide in an address: the nth of its lesson, from 1. */
export const placeOf = (slides: Slide[], at: number): { lesson: string; step: number; of: number } => {
  const lesson = slides[at]?.lesson ?? ''
  const first = slides.findIndex(slide => slide.lesson === lesson)
  return { lesson, step: at - first + 1, of: slides.filter(slide => slide.lesson === lesson).length }
}

/** Returns the number of the slide in an address; the first of the unit if it names none. */
export const slideAt = (slides: Slide[], { lesson, step }: { lesson?: string; step?: string }): number => {
  const first = slides.findIndex(slide => slide.lesson === lesson)
  if (first < 0) return 0
  const wanted = first + (/^[1-9]\d{0,2}$/.test(step ?? '') ? Number(step) - 1 : 0)
  return slides[wanted]?.lesson === lesson ? wanted : first
}

/** Keys of the projector. A remote control sends PageUp and PageDown. */
const MOVES: Record<string, SlideMove> = {
  ArrowRight: 'next',
  PageDown: 'next',
  ' ': 'next',
  ArrowLeft: 'back',
  PageUp: 'back',
  ArrowDown: 'nextLesson',
  ArrowUp: 'lessonBefore',
  Home: 'first',
  End: 'last',
}

type SlideMove = 'next' | 'back' | 'nextLesson' | 'lessonBefore' | 'first' | 'last'

export const moveOfKey = (key: string): SlideMove | null => MOVES[key] ?? null

/** Returns the slide after a move. Stays on the last and on the first one. */
export const moved = (slides: Slide[], at: number, move: SlideMove): number => {
  const starts = slides.flatMap((slide, n) => (slide.lesson === slides[n - 1]?.lesson ? [] : [n]))
  const own = Math.max(0, ...starts.filter(start => start <= at))
  const to: Record<SlideMove, number> = {
    next: Math.min(at + 1, slides.length - 1),
    back: Math.max(at - 1, 0),
    nextLesson: starts.find(start => start > at) ?? at,
    lessonBefore: at > own ? own : Math.max(0, ...starts.filter(start => start < own)),
    first: 0,
    last: slides.length - 1,
  }
  return to[move]
}
