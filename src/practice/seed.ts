import { codeKey } from '#src/access/rules/access-code.ts'
import { coupons } from '#src/access/store/schema/coupons.ts'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database, Queryable } from '#src/core/db/db.ts'
import { dayOf, endOfDay } from '#src/core/rules/business-day.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { courseProducts, courses, products } from '#src/courses/store/schema/courses.ts'
import { consumers } from '#src/schools/store/schema.ts'
import { seedSchool } from './store/seed-platform.ts'

/** Marks an empty database as made by demo mode, whose outbox signs anyone in. Returns whether it has the mark. */
export const markDemoDatabase = async (db: Queryable): Promise<boolean> => {
  await db.client.query(
    `insert into demo_marks (id) select 1
     where not exists (select from schools) and not exists (select from platforms)
       and not exists (select from courses) and not exists (select from staff_users)
     on conflict do nothing`,
  )
  const { rowCount } = await db.client.query('select from demo_marks')
  return rowCount === 1
}

/** Throws OperatorError unless demo mode made this database. */
export const requireDemoDatabase = async (db: Queryable): Promise<void> => {
  if (await markDemoDatabase(db)) return
  throw new OperatorError(
    'DEMO: this database was not made by demo mode, whose mail anyone can read; set DEMO=off, or give the demo a ' +
      'DATABASE_URL or DATA_DIR of its own',
  )
}

/** The demo's school secret. It is public, so demo mode listens on this machine only. */
export const DEMO_SECRET = 'demo-secret'

const DEMO_STAFF = { email: 'staff@example.com', firstName: 'Sam', lastName: 'Staff', role: 'manager' } as const

export const DEMO_SCHOOLS = [
  { key: 'twa_demo', name: 'True Hands Academy', isHosted: true },
  { key: 'school_codes', name: 'Riverbend High School', acceptsPayment: false, emailDomain: 'school.example' },
  { key: 'school_cards', name: 'Lakeside College', acceptsAccessCode: false },
  { key: 'school_k12', name: 'Maple Street Middle School', isK12: true, acceptsPayment: false },
]

const units = (from: number) => [0, 1, 2, 3, 4, 5].map(n => from + n)

const product = (productCode: string, name: string, price: string, unitsForTeacher: number[]) => ({
  ...{ productCode, name, unitsForTeacher },
  stripePriceId: `price_demo_${price}`,
})

const PRODUCTS = [
  product('ASL1', 'American Sign Language 1', 'asl1', units(1)),
  product('ASL2', 'American Sign Language 2', 'asl2', units(7)),
  product('ASL3', 'American Sign Language 3', 'asl3', units(13)),
  product('FREE', 'zfree', 'free', []),
]

const course = (school: string, contextId: string, title: string, label: string, ...sells: string[]) => ({
  ...{ school, contextId, title, label, sells },
  /** Sign-up ended yesterday. */
  closed: contextId === 'demo-expired',
})

export const DEMO_COURSES = [
  course('twa_demo', 'demo-asl1', 'American Sign Language 1', 'ASL 1', 'ASL1'),
  course('twa_demo', 'demo-asl12', 'American Sign Language 1 and 2', 'ASL 1+2', 'ASL1', 'ASL2'),
  course('twa_demo', 'demo-expired', 'American Sign Language 1, last term', 'ASL 1 old', 'ASL1'),
  course('twa_demo', 'demo-empty', 'ASL Conversation Club', 'Club'),
  course('twa_demo', 'demo-free', 'ASL Taster', 'Taster', 'FREE'),
  course('school_codes', 'river-asl1', 'ASL I, Room 12', 'ASL I', 'ASL1'),
  course('school_cards', 'lake-asl1', 'Elementary ASL', 'ASL 101', 'ASL1'),
  course('school_k12', 'maple-asl1', 'Sign Language, Grade 7', 'ASL 7', 'ASL1'),
]

const FIRST_CANVAS_ID = 101

/** Join tokens are predictable in the demo, so that the practice LMS can show the link. */
export const demoJoinToken = (contextId: string): string => `c_${contextId}-join-link`

interface DemoCode {
  code: string
  product: string
  maxUsage?: number
  expired?: boolean
}

const numbered = (product: string): DemoCode[] =>
  Array.from({ length: 20 }, (_, i) => ({ code: `DEMO-${product}-${String(i + 1).padStart(4, '0')}`, product }))

const CODES: DemoCode[] = [
  ...numbered('ASL1'),
  ...numbered('ASL2'),
  { code: 'CLASS-ASL1-30', product: 'ASL1', maxUsage: 30 },
  { code: 'EXPIRED-ASL1', product: 'ASL1', expired: true },
]

/** Inserts the demo data. Existing rows stay unchanged. */
export const seedDemo = async (db: Database, vault: Vault, timezone: string, now: Date): Promise<void> => {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const yesterday = endOfDay(dayOf(dayAgo, timezone), timezone)
  const known = new Set((await db.orm.select({ key: consumers.key }).from(consumers)).map(c => c.key))
  for (const { key, isHosted = false, ...school } of DEMO_SCHOOLS.filter(s => !known.has(s.key))) {
    const schoolId = await seedSchool(db, school)
    await db.orm.insert(consumers).values({ schoolId, key, isHosted, sealedSecret: vault.seal(DEMO_SECRET) })
  }
  await db.orm.insert(staffUsers).values(DEMO_STAFF).onConflictDoNothing()
  await db.orm.insert(products).values(PRODUCTS).onConflictDoNothing()
  const idOf = new Map((await db.orm.select().from(products)).map(p => [p.productCode, p.id]))
  const consumerOf = new Map((await db.orm.select().from(consumers)).map(c => [c.key, c]))
  const made = await db.orm
    .insert(courses)
    .values(
      DEMO_COURSES.map(({ school, sells: _, closed, ...course }, i) => ({
        ...course,
        consumerId: consumerOf.get(school)?.id ?? 0,
        schoolId: consumerOf.get(school)?.schoolId ?? 0,
        ...(school === 'twa_demo'
          ? { canvasCourseId: String(FIRST_CANVAS_ID + i), canvasDomain: 'canvas.example' }
          : {}),
        allowsWts: true,
        expiresAt: closed ? yesterday : null,
        joinToken: demoJoinToken(course.contextId),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: courses.id, contextId: courses.contextId })
  const uses = made.flatMap(course =>
    (DEMO_COURSES.find(c => c.contextId === course.contextId)?.sells ?? []).map(code => ({
      courseId: course.id,
      productId: idOf.get(code) ?? 0,
    })),
  )
  if (uses.length > 0) await db.orm.insert(courseProducts).values(uses)
  await db.orm
    .insert(coupons)
    .values(
      CODES.map(({ code, product, maxUsage = 1, expired }) => ({
        couponCode: code,
        codeKey: codeKey(code),
        productId: idOf.get(product) ?? 0,
        maxUsage,
        expiresAt: expired ? yesterday : null,
      })),
    )
    .onConflictDoNothing()
}
