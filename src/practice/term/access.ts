import type { Message } from '#src/messages/rules/message.ts'
import { daysAfter, minutesAfter } from './calendar.ts'
import type { Maker } from './maker.ts'
import type { TermStudent } from './student-row.ts'

type TermSource = 'code' | 'card' | 'staff' | 'free'

interface Giving {
  at: Date
  end: Date
  source: TermSource
}

const BY_HAND = [
  'Teacher confirmed by email, code card was lost',
  'Bookstore sold the wrong product',
  'Paid by check, school office confirmed',
  'Retakes the course, same book',
]

/** Gives a student access, with its grade, Canvas enrollment and welcome mail. */
export const giveAccess = (maker: Maker, student: TermStudent, { at, end, source }: Giving): void => {
  const { random, record } = maker
  const { row, kind, id } = student
  const by = source === 'staff' ? maker.support() : null
  Object.assign(row, { processedAt: at, processedBy: by?.id ?? null, source, accessEndsAt: end, updatedAt: at })
  if (by)
    record({
      at,
      actor: `staff:${by.id}`,
      action: 'process',
      kind,
      id,
      before: { source: null },
      after: { source, restored: [] },
      reason: random.pick(BY_HAND),
    })
  addGrade(maker, student, at)
  addCanvasUser(maker, student, at)
  welcome(maker, student, at, end)
}

/** The column that takes grades is missing in some LMSs, and some servers do not answer. */
const REJECTED = 0.04

const addGrade = (maker: Maker, { kind, id, row, person }: TermStudent, at: Date): void => {
  const { add, random, school, now } = maker
  const target =
    kind === 'enrollment'
      ? row.gradePassbackId && `${row.outcomeServiceUrl} ${row.gradePassbackId}`
      : row.lineItemsUrl && `${row.lineItemsUrl} ${person.ltiUserId}`
  if (!target) return
  const rejected = school.index % 11 === 3 && random.chance(REJECTED)
  add('grades', {
    subjectKind: kind,
    subjectId: id,
    target,
    score: rejected ? null : 1,
    asking: null,
    claimedUntil: null,
    problem: rejected ? 'The LMS answered 404: this column was deleted' : null,
    failingSince: null,
    updatedAt: minutesAfter(at, 0.1),
  })
  if (at > daysAfter(now, -9) && random.chance(0.06))
    maker.fail({ at: minutesAfter(at, 1900), name: 'grade', data: { kind, id }, error: 'the LMS answered 503' })
}

const CANVAS = 'canvas.example'

const addCanvasUser = ({ add, random }: Maker, { row, person, id }: TermStudent, at: Date): void => {
  if (row.createdVia !== 'sign_up' || !person.email) return
  add('canvasUsers', {
    domain: CANVAS,
    login: person.email,
    canvasUserId: String(700_000 + person.id),
    existed: false,
    chosen: true,
    askedAt: row.createdAt!,
    claimedUntil: null,
    createdAt: row.createdAt!,
  })
  add('canvasEnrollments', {
    enrollmentId: id,
    canvasEnrollmentId: String(900_000 + id),
    isActive: true,
    claimedUntil: null,
    updatedAt: minutesAfter(at, random.between(0.1, 1)),
  })
}

/** Days that mail is kept. */
const MAIL_DAYS = 365
const BOUNCES = 0.0012

const welcome = (maker: Maker, student: TermStudent, at: Date, end: Date): void => {
  const { now, random } = maker
  if (!student.person.email) return
  const { kind, id } = student
  const dated = { accessEndsAt: end.toISOString() }
  const bounces = random.chance(BOUNCES) || (at > daysAfter(now, -12) && random.chance(0.02))
  addMessage(maker, student, { key: `welcome:${kind}:${id}`, kind: 'welcome', at, data: dated, bounces })
  // The reminder, two weeks before the end of access, went out unless that is still to come.
  const remindAt = daysAfter(end, -14)
  if (remindAt > at && remindAt < now)
    addMessage(maker, student, {
      key: `access-ends:${kind}:${id}:${Math.floor(end.getTime() / 1000)}`,
      kind: 'access-ends',
      at: remindAt,
      data: dated,
      bounces: false,
    })
}

interface TermMessage {
  key: string
  kind: Message['kind']
  at: Date
  data: Record<string, unknown>
  bounces: boolean
}

export const addMessage = (maker: Maker, { person, course }: TermStudent, message: TermMessage): void => {
  const { add, now, school } = maker
  const { key, kind, at, data, bounces } = message
  if (!person.email || at < daysAfter(now, -MAIL_DAYS)) return
  const sent = minutesAfter(at, 0.05)
  add('messages', {
    key,
    kind,
    recipient: person.email,
    data: { name: person.name, course: course.title, school: school.name, courseUrl: null, ...data },
    createdAt: at,
    claimedUntil: null,
    sentAt: bounces ? null : sent,
    refusedAt: bounces ? sent : null,
  })
}

const WHY_REMOVED = ['Dropped the course', 'Same student, second account', 'Teacher asked: wrong section']

/** Removes a student some days later. Their codes stay used. */
export const removeByStaff = (maker: Maker, student: TermStudent, { after, end }: { after: Date; end: Date }): void => {
  const { random, now, record } = maker
  const at = daysAfter(after, random.between(2, 25))
  if (at >= now || at >= end) return
  for (const { use } of student.uses) use.voidedAt = at
  record({
    at,
    actor: `staff:${maker.support().id}`,
    action: 'unprocess',
    kind: student.kind,
    id: student.id,
    before: { source: student.row.source, processedAt: student.row.processedAt },
    after: { voided: student.uses.map(u => u.code) },
    reason: random.pick(WHY_REMOVED),
  })
  clearAccess(student, at)
}

/** Clears access that somebody took away. */
export const clearAccess = ({ row }: TermStudent, at: Date): void => {
  Object.assign(row, {
    processedAt: null,
    processedBy: null,
    source: null,
    stripeEventId: null,
    accessEndsAt: null,
    unprocessedAt: at,
    updatedAt: at,
  })
}

/** Ends access whose time has run out: codes and payments are used up as of then. */
export const endPeriod = (maker: Maker, student: TermStudent, end: Date): void => {
  const { row, uses, paidLines, kind, id } = student
  if (!row.processedAt) return
  for (const { use } of uses) use.voidedAt = end
  for (const line of paidLines.filter(l => l.covers)) Object.assign(line, { covers: false, voidedAt: end })
  maker.record({
    at: minutesAfter(end, 60),
    actor: 'system',
    action: 'end-access',
    kind,
    id,
    before: { source: row.source, processedAt: row.processedAt },
    after: { voided: uses.map(u => u.code) },
  })
  Object.assign(row, { processedAt: null, processedBy: null, source: null, stripeEventId: null, updatedAt: end })
}
