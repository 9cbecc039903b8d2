import type { TermRow } from '../store/term-tables.ts'
import type { CodeStock } from './codes.ts'
import { noAccess, type TermCourse } from './courses.ts'
import type { Maker, TermProduct } from './maker.ts'
import type { TermPerson } from './people.ts'

/** A row of a student, as the other parts of the generator change it. */
export interface TermStudent {
  kind: 'enrollment' | 'membership'
  id: number
  row: TermRow<'enrollments'> & TermRow<'memberships'>
  person: TermPerson
  course: TermCourse
  uses: { use: TermRow<'couponUses'>; code: string }[]
  paidLines: TermRow<'checkoutLines'>[]
}

/** Version of the terms that the made-up students agreed to. */
const AGREED_TERMS = '2026-08-01'

interface NewRow {
  course: TermCourse
  person: TermPerson
  at: Date
  signsUp: boolean
}

export const addStudentRow = (maker: Maker, { course, person, at, signsUp }: NewRow): TermStudent => {
  const { school, random, add } = maker
  const kind = school.version === '1.1' ? 'enrollment' : 'membership'
  const graded = school.passesGrades && !signsUp
  const row: TermStudent['row'] = {
    ...noAccess(random, at),
    courseId: course.id,
    personId: person.id,
    token: `${kind === 'enrollment' ? 'e' : 'm'}_${random.text(32)}`,
    role: 'learner',
    createdVia: signsUp ? 'sign_up' : 'launch',
    gradePassbackId: graded ? `gb-${course.id}-${person.id}` : null,
    outcomeServiceUrl: graded ? `https://lms.${school.slug}.example/grades` : null,
    lineItemsUrl: graded ? `https://lms.${school.slug}.example/api/lti/courses/${course.id}/line_items` : null,
    gradeScopes: graded ? ['https://purl.imsglobal.org/spec/lti-ags/scope/score'] : [],
  }
  return {
    kind,
    id: add(kind === 'enrollment' ? 'enrollments' : 'memberships', row),
    row,
    person,
    course,
    uses: [],
    paidLines: [],
  }
}

export const agree = ({ row }: TermStudent, at: Date): void => {
  row.agreedAt = at > row.createdAt! ? at : row.createdAt
  row.agreedTerms = AGREED_TERMS
}

interface Using {
  at: Date
  stock: CodeStock
  product: TermProduct
}

export const attachCode = ({ add }: Maker, student: TermStudent, { at, stock, product }: Using): void => {
  const { couponId, code } = stock.use(student.course.id)
  const use: TermRow<'couponUses'> = {
    couponId,
    enrollmentId: student.kind === 'enrollment' ? student.id : null,
    membershipId: student.kind === 'membership' ? student.id : null,
    productId: product.id,
    attachedAt: at,
    voidedAt: null,
  }
  add('couponUses', use)
  student.uses.push({ use, code })
}
