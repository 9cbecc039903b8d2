import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import { findLaunchOpened, hashLaunchLink, type LaunchLink } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/language.ts'
import { saveTeacherPlace } from '#src/courses/courses.ts'
import { type Faq, fillSupport, type HowToGroup, type Resource, type Unit, type UnitOutline } from './rules/content.ts'
import type { Sign } from './rules/dictionary.ts'
import { type AskedPlace, type TeacherPlace, teacherPlace } from './rules/lessons.ts'
import { findContentPart, findUnits } from './store/content.ts'
import { searchSigns } from './store/sign-search.ts'

export { findUnitTitles } from './store/content.ts'

/** Content of a tab. The dictionary tab loads its own. */
type TabContent =
  | { tab: 'signs' }
  | {
      tab: 'units'
      chosen: number | null
      lesson: string | null
      outline: UnitOutline[]
      unit: Unit | null
      signs: Sign[]
    }
  | { tab: 'resources'; resources: Resource[] }
  | { tab: 'how-to'; groups: HowToGroup[] }
  | { tab: 'faqs'; faqs: Faq[]; language: Language }

export interface TeacherPage {
  opened: LaunchOpened
  /** The language of the person, or else of the visitor. */
  language: Language
  content: TabContent
}

interface Asked extends LaunchLink, AskedPlace {
  /** The place is where the teacher left when they come again. */
  keepsPlace?: boolean
  /** The language of the visitor. */
  visitor: Language
}

/**
 * Returns the teacher page of a launch, or null if the launch has expired. Reads only the chosen unit, which must be
 * among the units allowed by the course's products.
 */
export const openTeacherPage = async (
  app: Needs<'clock' | 'db' | 'supportEmail'>,
  { visitor, keepsPlace = false, token, state, ...asked }: Asked,
): Promise<TeacherPage | null> => {
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

const contentOf = async (
  { db, supportEmail }: Needs<'db' | 'supportEmail'>,
  { tab, unit, lesson, language }: TeacherPlace & { language: Language },
  allowed: number[],
): Promise<TabContent> => {
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
      return { tab, faqs: faqs.map(faq => fillFaq(faq, supportEmail)), language: translated ? language : 'en' }
    }
    default:
      return tab satisfies never
  }
}

const fillFaq = (faq: Faq, email: string): Faq => ({ ...faq, answer: fillSupport(faq.answer, email) })

const fillGroup = (group: HowToGroup, email: string): HowToGroup => ({
  ...group,
  items: group.items.map(item => ({ ...item, content: fillSupport(item.content, email) })),
})
