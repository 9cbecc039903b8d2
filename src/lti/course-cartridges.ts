import type { Needs } from '#src/context.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { zipOf } from '#src/core/zip.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { listProductsOfSchool } from '#src/courses/products.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { openedUnits, type Product } from '#src/courses/rules/product.ts'
import { findSchool } from '#src/schools/schools.ts'
import { findUnitTitles } from '#src/signs/teacher-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '#views/paths.ts'
import { cartridgeFiles } from './rules/course-cartridge.ts'
import { deepLinkChoices } from './rules/deep-link.ts'

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
  return zipOf(each(cartridgeFiles({ ...about, choices, texts: textsIn('en'), launch: `${publicUrl}${paths.launch}` })))
}

async function* each<T>(items: T[]): AsyncGenerator<T> {
  yield* items
}
