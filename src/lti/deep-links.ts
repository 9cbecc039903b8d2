import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import { findLaunchOpened, hashLaunchLink, type LaunchLink } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { zipOf } from '#src/core/zip.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { listProductsOfSchool } from '#src/courses/products.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { openedUnits, type Product } from '#src/courses/rules/product.ts'
import { findSchool } from '#src/schools/schools.ts'
import { getSigningKey } from '#src/schools/tool-keys.ts'
import { findUnitTitles } from '#src/signs/teacher-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '#views/paths.ts'
import {
  contentItem,
  type DeepLinkChoice,
  deepLinkChoices,
  type LinkChoiceRefused,
  selectDeepLinks,
  takesLinks,
  withUnitColumn,
} from './rules/deep-link.ts'
import { cartridgeFiles } from './rules/tool-configuration.ts'
import { type DeepLinkOpened, findDeepLink } from './store/deep-links.ts'
import { signDeepLinkingResponse } from './v1p3/ltijs.ts'

export interface DeepLinkPage {
  opened: LaunchOpened
  /** The language of the teacher, or else of the visitor. */
  language: Language
  choices: DeepLinkChoice[]
  acceptsMany: boolean
  /** False if the LMS menu accepts only files or HTML. */
  acceptsLinks: boolean
}

type DeepLinksSigned =
  /** The signed response, which the browser posts to the LMS. */
  | { ok: true; page: DeepLinkPage; returnUrl: string; jwt: string }
  | Refused<'launch_expired'>
  | (LinkChoiceRefused & { page: DeepLinkPage })

/** Returns the page to choose links (LTI Deep Linking 2.0), or null if the launch is unknown or has expired. */
export const openDeepLink = async (
  app: Needs<'clock' | 'db'>,
  asked: LaunchLink,
  visitor: Language,
): Promise<DeepLinkPage | null> => (await readDeepLink(app, asked, visitor))?.page ?? null

/** Signs the chosen links for the LMS. Only units allowed for the course can be chosen. Writes nothing. */
export const signDeepLinks = async (
  app: Needs<'clock' | 'db' | 'keyVault' | 'publicUrl'>,
  { values, ...asked }: LaunchLink & { values: string[] },
  visitor: Language,
): Promise<DeepLinksSigned> => {
  const found = await readDeepLink(app, asked, visitor)
  if (!found) return refuse('launch_expired')
  const { page, link } = found
  const { from, settings, addsUnitColumns } = link
  const chosen = selectDeepLinks(values, page.choices, settings, textsIn(page.language))
  if (!chosen.ok) return { ...chosen, page }
  const hasColumns = addsUnitColumns && settings.acceptsLineItem
  const links = hasColumns ? chosen.links.map(withUnitColumn) : chosen.links
  const items = links.map(link => contentItem(link, `${app.publicUrl}${paths.launch}`))
  const jwt = await signDeepLinkingResponse(
    from,
    settings,
    items,
    await getSigningKey(app, from.platform),
    app.clock.now(),
  )
  return { ok: true, page, returnUrl: settings.returnUrl, jwt }
}

const readDeepLink = async (
  app: Needs<'clock' | 'db'>,
  asked: LaunchLink,
  visitor: Language,
): Promise<{ page: DeepLinkPage; link: DeepLinkOpened } | null> => {
  const launch = hashLaunchLink(asked, app.clock.now())
  const { tokenHash, stateHash, now } = launch
  const opened = await findLaunchOpened(app.db, launch)
  const link = await findDeepLink(app.db, tokenHash, stateHash, now)
  if (!opened || !link) return null
  const language = opened.language ?? visitor
  const choices = deepLinkChoices(opened.units, await findUnitTitles(app.db, language), link.allowsWts)
  const { settings } = link
  const { acceptsMany } = settings
  return { page: { opened, language, choices, acceptsMany, acceptsLinks: takesLinks(settings) }, link }
}

type CartridgeNeeds = Needs<'db' | 'publicUrl'>

/** Makes the cartridge of a course in the schools of the role; null if there is none. */
export const makeCourseCartridge = async (app: CartridgeNeeds, id: number, by: Staff) => {
  const course = await findCourseById(app, id, by)
  return course && makeCartridge(app, { id: `signbook-course-${id}`, title: courseName(course) }, course.products)
}

/** Makes a cartridge for every course of a school of the role, with all units that its courses use; null if there is none. */
export const makeSchoolCartridge = async (app: CartridgeNeeds, id: number, by: Staff) => {
  const school = await findSchool(app, id, by)
  if (!school) return null
  const products = await listProductsOfSchool(app.db, id)
  return makeCartridge(app, { id: `signbook-school-${id}`, title: 'Signbook' }, products)
}

const makeCartridge = async (
  { db, publicUrl }: CartridgeNeeds,
  about: { id: string; title: string },
  products: Pick<Product, 'unitsForTeacher'>[],
): Promise<AsyncGenerator<Uint8Array>> => {
  const units = openedUnits(products.flatMap(product => product.unitsForTeacher))
  const choices = deepLinkChoices(units, await findUnitTitles(db, 'en'), true)
  return zipOf(cartridgeFiles({ ...about, choices, texts: textsIn('en'), launch: `${publicUrl}${paths.launch}` }))
}
