import { eq } from 'drizzle-orm'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { CourseChoices, StaffCourse } from '../rules/activation.ts'
import { activations } from './schema/activations.ts'
import {
  CONNECTION_JOINS,
  COURSE_COLUMNS,
  COURSE_TOKEN,
  COURSE_VERSION,
  contentMigrations,
  PRODUCTS,
  SCHOOL_JOIN,
} from './schema/course-columns.ts'
import { courseProducts, courses } from './schema/courses.ts'

type Row = Omit<StaffCourse, 'activations'> & {
  activations: (Omit<StaffCourse['activations'][number], 'activatedAt'> & { activatedAt: string })[]
}

const SELECT = `
select c.id, ${COURSE_VERSION} as version, ${COURSE_COLUMNS}, c.term_starts_at as "termStartsAt", c.allows_wts as "allowsWts", c.join_token as "joinToken",
  c.updated_at as "updatedAt", ${COURSE_TOKEN} as token, c.school_id as "schoolId",
  json_build_object('key', coalesce(k.key, f.issuer), 'name', s.name, 'acceptsPayment', s.accepts_payment, 'acceptsAccessCode', s.accepts_access_code,
    'isHosted', coalesce(k.is_hosted, false), 'yearlyAccess', s.yearly_access, 'emailDomain', s.email_domain) as school,
  ${PRODUCTS} as products,
  coalesce((
    select json_agg(json_build_object('id', p.id, 'name', coalesce(${PERSON_NAME}, 'Teacher')) order by p.id)
    from course_teachers ct join people p on p.id = ct.person_id where ct.course_id = c.id
  ), '[]') as teachers,
  coalesce((
    select json_agg(json_build_object('userId', a.staff_id, 'userName', coalesce(nullif(trim(u.first_name || ' ' || left(u.last_name, 1)), ''), u.email, 'Unknown'),
      'productIds', a.product_ids, 'activatedAt', a.activated_at, 'productCodes',
      coalesce((select json_agg(r.product_code order by r.product_code) from products r where r.id = any(a.product_ids)), '[]')) order by a.activated_at desc, a.id desc)
    from activations a left join staff_users u on u.id = a.staff_id where a.course_id = c.id
  ), '[]') as activations,
  ${contentMigrations('c.canvas_domain', 'c.canvas_course_id')} as migrations
from courses c ${SCHOOL_JOIN} ${CONNECTION_JOINS}`

const byContext = prepared<Row>('staff_courses_by_context', `${SELECT} where c.context_id = $1 order by c.id`)
const byId = prepared<Row>('staff_course_by_id', `${SELECT} where c.id = any($1)`)

const toCourse = (row: Row): StaffCourse => ({
  ...row,
  activations: row.activations.map(a => ({ ...a, activatedAt: new Date(a.activatedAt) })),
})

/** Lists all courses with this context id, which is unique only within one school. */
export const listStaffCourses = async (db: Queryable, contextId: string): Promise<StaffCourse[]> =>
  (await byContext(db, [contextId])).map(toCourse)

export const listStaffCoursesByIds = async (db: Queryable, ids: number[]): Promise<StaffCourse[]> =>
  (await byId(db, [ids])).map(toCourse)

export const getStaffCourse = async (db: Queryable, id: number): Promise<StaffCourse> => {
  const course = await findStaffCourse(db, id)
  if (!course) throw new Error(`course ${id} does not exist`)
  return course
}

export const findStaffCourse = async (db: Queryable, id: number): Promise<StaffCourse | null> =>
  (await listStaffCoursesByIds(db, [id]))[0] ?? null

/** Returns the school of a course. Throws when the course does not exist. */
export const getSchoolOf = async (db: Queryable, id: number): Promise<number> => {
  const [course] = await db.orm.select({ schoolId: courses.schoolId }).from(courses).where(eq(courses.id, id))
  if (!course) throw new Error(`course ${id} does not exist`)
  return course.schoolId
}

/** Locks a course's row, so that concurrent changes run one after the other. */
export const lockCourse = async (tx: Tx, id: number): Promise<void> => {
  await tx.orm.select({ id: courses.id }).from(courses).where(eq(courses.id, id)).for('update')
}

export const saveCourseSettings = async (
  tx: Tx,
  id: number,
  change: Partial<CourseChoices>,
  now: Date,
): Promise<void> => {
  await tx.orm
    .update(courses)
    .set({ ...change, updatedAt: now })
    .where(eq(courses.id, id))
}

/** Replaces a course's products. */
export const saveCourseProducts = async (tx: Tx, courseId: number, productIds: number[]): Promise<void> => {
  await tx.orm.delete(courseProducts).where(eq(courseProducts.courseId, courseId))
  if (productIds.length > 0)
    await tx.orm.insert(courseProducts).values(productIds.map(productId => ({ courseId, productId })))
}

export const saveActivation = async (
  tx: Tx,
  given: { courseId: number; staffId: number | null; productIds: number[]; now: Date },
): Promise<void> => {
  const { now, ...row } = given
  await tx.orm.insert(activations).values({ ...row, activatedAt: now })
}
