import type { StaffCoupon } from '#src/access/rules/staff-codes.ts'
import type { Money } from '#src/core/rules/money.ts'
import type { Product } from '#src/courses/rules/product.ts'
import type { Suggestion } from '#src/courses/rules/waiting-courses.ts'
import type { DeploymentStatus } from '#src/schools/rules/deployment.ts'
import type { NamedSchool } from '#src/schools/rules/school-facts.ts'
import type { AccessHistory, AccessStatus, MailHistory, OfferedRefund } from './access-status.ts'
import type { SearchQuery } from './search.ts'
import type { TimelineEvent } from './timeline.ts'

export interface FoundPerson {
  id: number
  name: string | null
  email: string | null
  ltiUserId: string | null
  school: string
  /** Rows with the same number were merged by staff. */
  one: number | null
  /** Token of their newest row. Null if they have none, like a teacher. */
  token: string | null
  /** The course of that row. */
  course: string | null
  /** Number of courses they are in. */
  courses: number
}

/** A person who launched courses as a teacher and is in none as a student. Of LTI 1.1, teachers are in none. */
export interface FoundTeacher extends Pick<FoundPerson, 'id' | 'name' | 'email' | 'school'> {
  /** The newest course they opened. */
  course: Pick<FoundCourse, 'id' | 'contextId' | 'title'>
  /** Number of courses they opened. */
  courses: number
}

/** A person in a course, as staff pick them. */
export interface FoundRow {
  personId: number
  token: string
  name: string
  email: string | null
  course: string
  school: string
  /** The term in which the person came. */
  term: string
  state: 'has access' | 'access ended' | 'no access'
}

export interface FoundCourse {
  id: number
  contextId: string
  title: string
  school: string
  version: '1.1' | '1.3'
  products: string[]
  inside: number
  outside: number
  /** Token that opens a 1.3 course on its staff page; null for 1.1. */
  token: string | null
}

export interface FoundSchool extends NamedSchool {
  /** Keys of its consumers (LTI 1.1). */
  keys: string[]
  courses: number
}

/** A deployment that belongs to no school: it waits for approval, or was refused. */
export interface FoundDeployment {
  id: number
  /** The name by which the LMS calls itself, or else its domain. */
  name: string
  domain: string
  status: DeploymentStatus
}

export type FoundProduct = Pick<Product, 'id' | 'productCode' | 'name'>

/** A batch of codes, found by its note. */
export interface FoundBatch {
  id: number
  note: string
  size: number
  productCode: string
}

/** A card payment, found by its amount or date. */
export interface FoundPayment extends Money {
  id: number
  name: string | null
  email: string | null
  course: string
  school: string
  at: Date
}

/** A help request of an address, or with the typed words. */
export interface FoundHelpRequest {
  id: number
  at: Date
  email: string
  text: string
  isAnswered: boolean
}

/** A mail by its address, kind, course, school or payment. */
export interface FoundMail extends MailHistory {
  id: number
  /** Null for mail that is about no course. */
  course: string | null
  school: string | null
}

/** `mark` distinguishes people with the same name and e-mail. Null if there is only one. */
export type ShownPerson = FoundPerson & { mark: string | null }

/** A person's access in one course. */
export interface CourseAccess extends AccessHistory {
  status: AccessStatus
  /** Payments with a button to refund them. */
  refundable: OfferedRefund[]
  /** Products for a course that waits; null if it does not wait, or nothing is known of its school. */
  suggestion: Suggestion | null
}

/** A course that a person opened as a teacher, with what its teachers see. */
export interface TaughtCourse extends Pick<FoundCourse, 'id' | 'contextId' | 'title' | 'version'> {
  school: NamedSchool
  /** Codes of its products. */
  products: string[]
  /** Units of the teacher page. */
  units: number[]
  /** The web tool is on: teachers and students may open What's the Sign? by itself. */
  allowsWts: boolean
}

/** A person's history in all their rows, with the access status in each course. */
export interface PersonRecord {
  people: ShownPerson[]
  courses: CourseAccess[]
  /** Courses they opened as teachers, the newest first. */
  teaches: TaughtCourse[]
  timeline: TimelineEvent[]
  /** Number of earlier views by staff. Null for a role for some schools: they may be of other schools. */
  views: { count: number; colleagues: number } | null
}

export interface SearchResult {
  question: SearchQuery
  /** Set if exactly one person matches. */
  person: PersonRecord | null
  /** Set if several people match. */
  people: ShownPerson[]
  /** Courses to which these several people have no access, each with its fixes. Empty if they are many. */
  stuck: CourseAccess[]
  /** People who only launched courses as teachers. */
  teachers: FoundTeacher[]
  codes: StaffCoupon[]
  courses: FoundCourse[]
  schools: FoundSchool[]
  deployments: FoundDeployment[]
  products: FoundProduct[]
  batches: FoundBatch[]
  payments: FoundPayment[]
  helpRequests: FoundHelpRequest[]
  /** A person's record shows theirs, so those of an address are listed only if no person has it. */
  mails: FoundMail[]
  /** Total matches by name, of which only some are listed. */
  named: { people: number; teachers: number; courses: number; schools: number }
}
