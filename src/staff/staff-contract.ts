import * as z from 'zod'
import { toWireCoupon, WireCoupon } from '#src/codes/contract.ts'
import { answers, Problem } from '#src/core/rules/problem.ts'
import { queryText } from '#src/core/rules/query-text.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { FoundPerson, PersonRecord, SearchResult } from './rules/search-result.ts'

const tags = ['Staff']

const StaffUser = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image_url: z.string().nullable(),
  role: z.string(),
})

export const toWireStaffUser = (s: Staff): z.infer<typeof StaffUser> => ({
  id: s.id,
  first_name: s.firstName,
  last_name: s.lastName,
  email: s.email,
  image_url: s.imageUrl,
  role: s.role,
})

export const listStaffCall = {
  tags,
  summary: 'Lists the staff users, who are named in histories.',
  response: answers(z.object({ users: z.array(StaffUser) })),
}

export const exportAuditCall = {
  tags,
  summary: 'Returns the audit log as a CSV file, newest first. Managers only.',
  querystring: z.object({
    kind: queryText('', 'Only lines about this kind of record.'),
    actor: queryText('', 'Only lines by `staff:ID`, `student` or `system`.'),
    changes: queryText('', '`yes` leaves out record views.'),
  }),
  response: { 200: { content: { 'text/csv': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem },
}

const Person = z.object({
  id: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  school: z.string(),
  course: z.string().nullable(),
  courses: z.int(),
  token: z.string().nullable().describe('Null for a person without an enrollment or membership.'),
})

const toWirePerson = (p: FoundPerson): z.infer<typeof Person> => ({
  id: p.id,
  name: p.name,
  email: p.email,
  school: p.school,
  course: p.course,
  courses: p.courses,
  token: p.token,
})

const Fix = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['let-in', 'take-out', 'activate', 'extend']) }),
  z.object({ do: z.literal('move-code'), code: z.string() }),
  z.object({ do: z.literal('retry'), jobId: z.string(), title: z.string() }),
])

const CourseStatus = z.object({
  kind: z.enum(['enrollment', 'membership']),
  token: z.string(),
  course: z.object({ context_id: z.string(), context_title: z.string().nullable() }),
  school: z.string(),
  is_in: z.boolean(),
  why: z.string(),
  more: z.array(z.string()),
  fixes: z.array(Fix),
})

const WireEvent = z.object({
  at: z.string(),
  kind: z.enum(['launch', 'agreement', 'code', 'payment', 'mail', 'job', 'staff', 'course']),
  title: z.string(),
  detail: z.string().nullable(),
  tone: z.enum(['good', 'problem', 'plain']),
  course: z.string().nullable(),
})

const WirePersonRecord = z.object({
  people: z.array(Person),
  courses: z.array(CourseStatus),
  timeline: z.array(WireEvent),
  views: z
    .object({ count: z.int(), colleagues: z.int() })
    .nullable()
    .describe('Null for a role that covers some schools only.'),
})

const toWirePersonRecord = ({ people, courses, timeline, views }: PersonRecord): z.infer<typeof WirePersonRecord> => ({
  people: people.map(toWirePerson),
  courses: courses.map(({ entitlement: e, status }) => ({
    kind: e.kind,
    token: e.token,
    course: { context_id: e.course.contextId, context_title: e.course.title },
    school: e.school.name,
    is_in: status.isIn,
    why: status.why,
    more: status.more,
    fixes: status.fixes,
  })),
  timeline: timeline.map(({ at, place, ...m }) => ({ at: at.toISOString(), ...m, course: place })),
  views,
})

const Found = z.object({
  question: z.enum(['nothing', 'email', 'token', 'join', 'payment', 'session', 'launch', 'paid', 'text']),
  person: WirePersonRecord.nullable(),
  people: z.array(Person),
  teachers: z.array(
    z.object({
      id: z.int(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      school: z.string(),
      course: z.object({ id: z.int(), context_id: z.string(), context_title: z.string() }),
      courses: z.int(),
    }),
  ),
  coupons: z.array(WireCoupon),
  courses: z.array(
    z.object({
      id: z.int(),
      context_id: z.string(),
      context_title: z.string(),
      school: z.string(),
      product_codes: z.array(z.string()),
      people_in: z.int(),
      people_not_in: z.int(),
    }),
  ),
  schools: z.array(z.object({ key: z.string().nullable(), name: z.string(), courses: z.int() })),
  products: z.array(z.object({ id: z.int(), product_code: z.string(), name: z.string() })),
  batches: z.array(z.object({ id: z.int(), note: z.string(), size: z.int(), product_code: z.string() })),
  payments: z.array(
    z.object({
      id: z.int(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      course: z.string(),
      school: z.string(),
      amount: z.int(),
      currency: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  help_requests: z.array(z.object({ id: z.int(), at: z.iso.datetime(), text: z.string(), is_answered: z.boolean() })),
  mails: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      recipient: z.string(),
      course: z.string().nullable(),
      school: z.string().nullable(),
      created_at: z.iso.datetime(),
      sent_at: z.iso.datetime().nullable(),
      refused_at: z.iso.datetime().nullable(),
    }),
  ),
  people_named: z.int(),
  teachers_named: z.int(),
  courses_named: z.int(),
  schools_named: z.int(),
})

export const toWireFound = (found: SearchResult): z.infer<typeof Found> => ({
  question: found.question.is,
  person: found.person && toWirePersonRecord(found.person),
  people: found.people.map(toWirePerson),
  teachers: found.teachers.map(({ course, ...p }) => ({
    ...p,
    course: { id: course.id, context_id: course.contextId, context_title: course.title },
  })),
  coupons: found.codes.map(toWireCoupon),
  courses: found.courses.map(c => ({
    id: c.id,
    context_id: c.contextId,
    context_title: c.title,
    school: c.school,
    product_codes: c.products,
    people_in: c.inside,
    people_not_in: c.outside,
  })),
  schools: found.schools.map(({ key, name, courses }) => ({ key, name, courses })),
  products: found.products.map(({ productCode, ...p }) => ({ ...p, product_code: productCode })),
  batches: found.batches.map(({ productCode, ...b }) => ({ ...b, product_code: productCode })),
  payments: found.payments.map(({ at, ...p }) => ({ ...p, at: at.toISOString() })),
  help_requests: found.helpRequests.map(({ id, at, text, isAnswered }) => ({
    id,
    at: at.toISOString(),
    text,
    is_answered: isAnswered,
  })),
  mails: found.mails.map(({ createdAt, sentAt, refusedAt, ...mail }) => ({
    ...mail,
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    refused_at: refusedAt?.toISOString() ?? null,
  })),
  people_named: found.named.people,
  teachers_named: found.named.teachers,
  courses_named: found.named.courses,
  schools_named: found.named.schools,
})

export const findCall = {
  tags,
  summary:
    'Searches for `q`: a code, an email, a token, a course id, a school key or a payment id, otherwise by name prefixes (at most 20). A single person is returned with their timeline.',
  querystring: z.object({ q: queryText('', 'The text to search for.') }),
  response: answers(Found),
}
