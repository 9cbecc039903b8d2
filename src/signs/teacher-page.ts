import { findLaunchOpened, hashLaunchLink, type LaunchLink } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/language.ts'
import { saveTeacherPlace } from '#src/courses/courses.ts'
import { fillSupport, type HowToGroup } from './rules/content.ts'
import { type AskedPlace, type TeacherPlace, teacherPlace } from './rules/lessons.ts'
import { findContentPart, findUnits } from './store/content.ts'
import { searchSigns } from './store/sign-search.ts'

export { findUnitTitles } from './store/content.ts'

interface Asked extends LaunchLink, AskedPlace {
  /** The place is where the teacher left when they come again. */
  keepsPlace?: boolean
  /** The language of the visitor. */
  visitor: Language
}

/**
 * Returns the teacher page of a launch, or null if the launch has expired. Reads only the chosen unit, which must be
 * among the units allowed by the course's products. The language is that of the person, or else of the visitor.
 */
export const openTeacherPage = async (
  app: Needs<'clock' | 'db' | 'supportEmail'>,
  { visitor, keepsPlace = false, token, state, ...asked }: Asked,
) => {
  const opened = await findLaunchOpened(app.db, hashLaunchLink({ token, state }, app.clock.now()))
  if (opened?.app !== 'teacher') return null
  const language = opened.language ?? visitor
  const place = teacherPlace(asked, opened)
  if (keepsPlace && asked.tab !== undefined)
    await saveTeacherPlace(
      app.db,
      opened.courseId,
      opened.personId,
      place.tab,
      place.lesson ?? place.unit?.toString() ?? null,
    )
  return { opened, language, content: await contentOf(app, { ...place, language }, opened.units) }
}

/** Returns the content of a tab. The dictionary tab loads its own. */
const contentOf = async (
  { db, supportEmail }: Needs<'db' | 'supportEmail'>,
  { tab, unit, lesson, language }: TeacherPlace & { language: Language },
  allowed: number[],
) => {
  switch (tab) {
    case 'signs':
      return { tab }
    case 'units': {
      const [units, signs] = await Promise.all([
        findUnits(db, allowed, unit ?? 0),
        unit ? searchSigns(db, { kind: 'unit', unit, lesson: null }).then(found => found.signs) : [],
      ])
      return { tab, chosen: unit, lesson, ...units, signs }
    }
    case 'resources':
      return { tab, resources: (await findContentPart(db, 'resources')) ?? [] }
    case 'how-to':
      return { tab, groups: ((await findContentPart(db, 'how-to')) ?? []).map(group => fillGroup(group, supportEmail)) }
    case 'faqs': {
      const translated = language === 'en' ? null : await findContentPart(db, 'faqs', language)
      const faqs = translated ?? (await findContentPart(db, 'faqs')) ?? []
      const filled = faqs.map(faq => ({ ...faq, answer: fillSupport(faq.answer, supportEmail) }))
      return { tab, faqs: filled, language: translated ? language : ('en' as const) }
    }
    default:
      return tab satisfies never
  }
}

const fillGroup = (group: HowToGroup, email: string): HowToGroup => ({
  ...group,
  items: group.items.map(item => ({ ...item, content: fillSupport(item.content, email) })),
})
