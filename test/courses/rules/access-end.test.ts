import fc from 'fast-check'
import t from 'tap'
import { accessEnd, describeAccessEnd, isExpired, movedAccessEnd, signUpEnd } from '#src/courses/rules/course.ts'
import { FUTURE, NOW, PAST } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const day = (text: string) => new Date(`${text}T06:00:00Z`)
const dates = (accessUntil: string | null, termEndsAt: string | null) => ({
  accessUntil: accessUntil === null ? null : day(accessUntil),
  termEndsAt: termEndsAt === null ? null : day(termEndsAt),
})
const plain = { yearlyAccess: false }
const yearly = { yearlyAccess: true }

t.test('chooses the end of access', async t => {
  const cases: [accessUntil: string | null, term: string | null, school: typeof plain, at: string, because: string][] =
    [
      ['2027-01-31', '2026-12-20', plain, '2027-01-31T06:00:00.000Z', 'course_date'],
      ['2026-12-01', '2026-12-20', plain, '2026-12-01T06:00:00.000Z', 'course_date'],
      [null, '2026-12-20', plain, '2026-12-20T06:00:00.000Z', 'lms_date'],
      ['2026-11-01', '2026-12-20', plain, '2026-12-20T06:00:00.000Z', 'lms_date'],
      [null, null, plain, '2027-05-21T15:00:00.000Z', 'six_months'],
      [null, '2026-11-20', plain, '2027-05-21T15:00:00.000Z', 'six_months'],
      ['2026-11-01', '2026-11-20', plain, '2027-05-21T15:00:00.000Z', 'six_months'],
      [null, null, yearly, '2027-11-21T15:00:00.000Z', 'one_year'],
      [null, '2026-12-20', yearly, '2027-11-21T15:00:00.000Z', 'one_year'],
      ['2027-05-31', null, yearly, '2027-11-21T15:00:00.000Z', 'one_year'],
      [null, '2028-05-20', yearly, '2028-05-20T06:00:00.000Z', 'lms_date'],
      ['2028-05-31', '2028-05-20', yearly, '2028-05-31T06:00:00.000Z', 'course_date'],
    ]
  for (const [until, term, school, at, because] of cases) {
    const end = accessEnd(dates(until, term), school, NOW)
    t.strictSame([end.at.toISOString(), end.because], [at, because], JSON.stringify([until, term, school]))
  }
  const at = (termEndsAt: Date) => accessEnd({ accessUntil: null, termEndsAt }, plain, NOW).because
  t.equal(at(NOW), 'six_months', 'an end of this very moment is past')
  t.equal(at(FUTURE), 'lms_date')
})

t.test('uses the last day of a shorter month', async t => {
  const end = (since: string, school = plain) => accessEnd(dates(null, null), school, new Date(since)).at.toISOString()
  t.equal(end('2026-08-31T15:00:00Z'), '2027-02-28T15:00:00.000Z')
  t.equal(end('2027-08-29T15:00:00Z'), '2028-02-29T15:00:00.000Z')
  t.equal(end('2026-10-31T15:00:00Z'), '2027-04-30T15:00:00.000Z')
  t.equal(end('2028-02-29T15:00:00Z', yearly), '2029-02-28T15:00:00.000Z')
})

const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const maybe = fc.option(instant)
const course = fc.record({ accessUntil: maybe, termEndsAt: maybe })
const school = fc.record({ yearlyAccess: fc.boolean() })
const DAY = 24 * 60 * 60 * 1000

t.test('properties of the end of access', async t => {
  holds(t, 'it is later than the start', [course, school, instant], (c, s, since) => accessEnd(c, s, since).at > since)
  holds(t, 'yearly access is never shorter', [course, instant], (c, since) => {
    return accessEnd(c, yearly, since).at >= accessEnd(c, plain, since).at
  })
  holds(t, 'yearly access lasts at least 365 days', [course, instant], (c, since) => {
    return accessEnd(c, yearly, since).at.getTime() - since.getTime() >= 365 * DAY
  })
  holds(t, 'six months are 181 to 184 days from any start', [instant], since => {
    const days = (accessEnd(dates(null, null), plain, since).at.getTime() - since.getTime()) / DAY
    return days >= 181 && days <= 184
  })
  holds(
    t,
    'a future date set by staff wins over the LMS',
    [maybe, instant, instant],
    (termEndsAt, accessUntil, since) => {
      const end = accessEnd({ accessUntil, termEndsAt }, plain, since)
      return accessUntil <= since || end.at === accessUntil
    },
  )
})

t.test('moves access that is running when a date changes', async t => {
  const since = day('2026-09-01')
  const endsAt = day('2026-12-20')
  const moved = (
    [until, term]: [string | null, string | null],
    over: { mayShorten?: boolean; isMigrated?: boolean; school?: typeof plain; endsAt?: Date } = {},
  ) => {
    const { mayShorten = false, isMigrated = false, school = plain } = over
    const row = { since, endsAt: over.endsAt ?? endsAt, isMigrated }
    const at = movedAccessEnd(row, { course: dates(until, term), school, mayShorten, now: NOW })
    return at?.toISOString().slice(0, 10) ?? null
  }
  const byStaff = { mayShorten: true }
  t.equal(moved(['2027-01-31', '2026-12-20'], byStaff), '2027-01-31', 'staff extend it')
  t.equal(moved(['2026-12-01', '2026-12-20'], byStaff), '2026-12-01', 'staff shorten it')
  t.equal(moved(['2026-12-20', null], byStaff), null, 'the same date')
  t.equal(moved([null, '2026-11-20'], byStaff), null, 'staff clear the date: nobody loses access at once')
  t.equal(
    moved([null, '2026-12-10'], { ...byStaff, endsAt: day('2027-01-31') }),
    '2026-12-10',
    'back to the LMS’s date',
  )
  t.equal(moved([null, '2027-01-31']), '2027-01-31', 'the LMS extends it')
  t.equal(moved([null, '2026-12-01']), null, 'the LMS never shortens it')
  t.equal(moved([null, null]), '2027-03-01', 'the LMS has no date any more: six months from the start')
  t.equal(moved([null, '2026-12-20'], { school: yearly }), '2027-09-01', 'the school gets yearly access')
  t.equal(moved([null, '2027-01-31'], { isMigrated: true }), null, 'migrated access keeps its end')
  t.equal(moved(['2027-01-31', null], { isMigrated: true, mayShorten: true }), '2027-01-31', 'except for staff')
  t.equal(moved([null, '2027-01-31'], { endsAt: PAST }), null, 'access that is over stays over')
})

t.test('properties of moved access', async t => {
  const dated = fc.record({ course, school })
  const running = fc.record({ since: instant, endsAt: instant, isMigrated: fc.constant(false) })
  const mayShorten = fc.boolean()
  holds(t, 'a new end is in the future', [dated, running, mayShorten], (given, row, mayShorten) => {
    return (movedAccessEnd(row, { ...given, mayShorten, now: NOW }) ?? FUTURE) > NOW
  })
  holds(t, 'without staff access only gets longer', [dated, running], (given, row) => {
    return (movedAccessEnd(row, { ...given, mayShorten: false, now: NOW }) ?? row.endsAt) >= row.endsAt
  })
  holds(t, 'moving twice changes nothing more', [dated, running, mayShorten], (given, row, mayShorten) => {
    const endsAt = movedAccessEnd(row, { ...given, mayShorten, now: NOW })
    return endsAt === null || movedAccessEnd({ ...row, endsAt }, { ...given, mayShorten, now: NOW }) === null
  })
})

t.test('sign-up ends with its own date, else with the course', async t => {
  const end = (expiresAt: Date | null, accessUntil: Date | null, termEndsAt: Date | null) =>
    signUpEnd({ expiresAt, accessUntil, termEndsAt })
  t.equal(end(PAST, NOW, FUTURE), PAST)
  t.equal(end(null, NOW, FUTURE), NOW)
  t.equal(end(null, null, FUTURE), FUTURE)
  t.equal(end(null, null, null), null)
  t.equal(isExpired({ expiresAt: null, accessUntil: PAST, termEndsAt: FUTURE }, NOW), true)
  t.equal(isExpired({ expiresAt: null, accessUntil: FUTURE, termEndsAt: PAST }, NOW), false)
})

t.test('describes the end of access for staff', async t => {
  const date = (instant: Date) => instant.toISOString().slice(0, 10)
  const says = (c: ReturnType<typeof dates>, s = plain) => describeAccessEnd(accessEnd(c, s, NOW), date)
  t.equal(says(dates('2027-01-31', null)), '2027-01-31: the date set on this course')
  t.equal(says(dates(null, '2026-12-20')), "2026-12-20: the course's end in the LMS")
  t.equal(says(dates(null, null), yearly), '2027-11-21: one year, as this school has yearly access')
  t.equal(says(dates(null, null)), '2027-05-21: six months, as no end date is known')
})
