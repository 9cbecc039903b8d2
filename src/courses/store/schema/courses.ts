import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { people } from '#src/access/store/schema/people.ts'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { createdAt, id, instant, nameWords, partOf, reference } from '#src/core/db/columns.ts'
import { consumers, deployments, schools } from '#src/schools/store/schema.ts'

/** Products. `units_for_teacher` holds unit numbers from 1 to 19. The product named zfree is the free one. */
export const products = pgTable(
  'products',
  {
    id: id(),
    productCode: text().notNull().unique('products_code'),
    name: text().notNull(),
    stripePriceId: text().notNull(),
    unitsForTeacher: integer().array().notNull().default(sql`'{}'`),
    isFree: boolean().notNull().generatedAlwaysAs(sql`lower(name) = 'zfree'`),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  () => [check('products_units', sql`units_for_teacher <@ array[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]`)],
)

/** A course as an LMS launches it, through one consumer or one deployment, where its `context_id` is unique. */
export const courses = pgTable(
  'courses',
  {
    id: id(),
    schoolId: reference()
      .notNull()
      .references(() => schools.id),
    /** The connection through which it is launched: exactly one of the two is set. It moves to another school with it. */
    consumerId: reference(),
    deploymentId: reference(),
    contextId: text().notNull(),
    title: text(),
    label: text(),
    canvasCourseId: text(),
    canvasDomain: text(),
    workflowState: text().notNull().default('available'),
    /** Origins of the LMS pages that framed us, newest first, from a signed parameter. Used for frame-ancestors. */
    lmsOrigins: text().array().notNull().default(sql`'{}'`),
    /** Unsigned origins that launched it, newest first. Only for frame-ancestors while `lmsOrigins` is empty. */
    seenOrigins: text().array().notNull().default(sql`'{}'`),
    /** Address of the course in the LMS, from the last launch that had one (docs/rules/launches.md). */
    lmsCourseUrl: text(),
    termStartsAt: instant(),
    termEndsAt: instant(),
    /** The LMS's last end date if it cannot be read, for staff to see. It decides nothing. */
    unreadTermEnd: text(),
    /** End of access, set by staff. It has priority over the LMS's date. */
    accessUntil: instant(),
    /** End of the sign-up window. Does not end access. */
    expiresAt: instant(),
    allowsWts: boolean().notNull().default(false),
    /** Courses that are one course of an LMS, launched through several connections, share a number. */
    oneCourse: reference(),
    joinToken: text().notNull().unique('courses_join_token'),
    /** Names and Role Provisioning Services URL of the last launch that offered it (LTI 1.3). */
    rosterUrl: text(),
    /** When staff were notified that this course has no products yet. */
    waitingToldAt: instant(),
    /** The course had a product once. Set by a job soon after, so that a search for courses that wait skips it. */
    wasActivated: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('courses_context_key').on(t.consumerId, t.contextId),
    unique('courses_deployment_context_key').on(t.deploymentId, t.contextId),
    index('courses_context_id').on(t.contextId),
    index('courses_canvas_course').on(t.canvasCourseId).where(sql`${t.canvasCourseId} is not null`),
    /** For the staff search by words. */
    index('courses_names').using('gin', nameWords(t.title, t.label)),
    /** For the list of courses: its orders, and a search by the beginning of a context id. */
    index('courses_created').on(t.createdAt, t.id),
    index('courses_by_name').on(sql`lower(coalesce(${t.title}, ${t.label}, ${t.contextId}))`, t.id),
    index('courses_context_prefix').on(sql`lower(${t.contextId}) text_pattern_ops`),
    index('courses_title').on(sql`lower(${t.title})`, t.id),
    index('courses_label').on(sql`lower(${t.label})`, t.id),
    index('courses_never_activated').on(t.id).where(sql`not ${t.wasActivated}`),
    index('courses_ending').on(sql`coalesce(${t.accessUntil}, ${t.termEndsAt})`),
    index('courses_school').on(t.schoolId, t.id),
    /** For the earlier connections of an LMS, which are launched from its hosts. */
    index('courses_lms_origins').using('gin', t.lmsOrigins),
    index('courses_canvas_domain').on(t.canvasDomain).where(sql`${t.canvasDomain} is not null`),
    foreignKey({
      columns: [t.consumerId, t.schoolId],
      foreignColumns: [consumers.id, consumers.schoolId],
      name: 'courses_consumer_school',
    }).onUpdate('cascade'),
    foreignKey({
      columns: [t.deploymentId, t.schoolId],
      foreignColumns: [deployments.id, deployments.schoolId],
      name: 'courses_deployment_school',
    }).onUpdate('cascade'),
    check('courses_of_one_connection', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`),
  ],
)

export const courseProducts = pgTable(
  'course_products',
  {
    courseId: partOf(() => courses.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
  },
  t => [primaryKey({ columns: [t.courseId, t.productId] })],
)

/** People who launched a course as a teacher, and where they left its teacher page. The pay page shows their names. */
export const courseTeachers = pgTable(
  'course_teachers',
  {
    courseId: partOf(() => courses.id),
    personId: partOf(() => people.id),
    /** The tab, and the lesson or the whole unit, as in '4.2' or '4'. Null before the first visit. */
    lastTab: text(),
    lastLesson: text(),
  },
  t => [
    primaryKey({ columns: [t.courseId, t.personId] }),
    /** For the staff search by teacher name. */
    index('course_teachers_person').on(t.personId),
  ],
)

/** One row per change of a course's products: several on 1.1, one on 1.3. */
export const activations = pgTable(
  'activations',
  {
    id: id(),
    courseId: partOf(() => courses.id),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    productIds: reference().array().notNull(),
    activatedAt: createdAt(),
  },
  t => [index('activations_course').on(t.courseId, t.activatedAt)],
)

/** Products that a school's new courses get at their first launch. */
export const defaultProducts = pgTable(
  'default_products',
  {
    schoolId: partOf(() => schools.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
  },
  t => [primaryKey({ columns: [t.schoolId, t.productId] })],
)
