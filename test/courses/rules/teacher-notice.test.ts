import fc from 'fast-check'
import t from 'tap'
import { courseGate } from '#src/courses/rules/course.ts'
import { teacherNotice } from '#src/courses/texts/teacher-notice.ts'
import { A, aCourse, FREE, NOW, PAST } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)
const shown = {
  now: NOW,
  date: (day: Date) => day.toISOString().slice(0, 10),
  supportEmail: 'help@x.example',
  language: 'en' as const,
}
const notice = (over: Parameters<typeof aCourse>[0]) => teacherNotice(aCourse(over), shown)

t.test('says nothing while students can enter for two more weeks', async t => {
  t.equal(notice({}), null)
  t.equal(notice({ expiresAt: inDays(14.1) }), null)
  t.equal(notice({ products: [FREE], expiresAt: PAST }), null, 'a free course has no end of sign-up')
})

t.test('says that the course is not activated, closed, or about to close', async t => {
  t.match(notice({ products: [] }), {
    tone: 'problem',
    what: 'This course is not activated yet.',
    nextStep: /help@x\.example and name course ctx-1/,
  })
  const byStaff = { nextStep: /Write to help@x\.example with a new date and the course ID ctx-1\./ }
  const byLms = { nextStep: /Set a later end date for the course in your LMS\. Then open this page/ }
  const ended = { tone: 'problem', what: 'Sign-up for this course ended on 2026-11-18.' }
  t.match(notice({ expiresAt: inDays(-3) }), { ...ended, ...byStaff })
  t.match(notice({ accessUntil: inDays(-3) }), { ...ended, ...byStaff })
  t.match(notice({ termEndsAt: inDays(-3) }), { ...ended, ...byLms })
  const ends = { tone: 'plain', what: 'Sign-up for this course ends on 2026-12-05.' }
  t.match(notice({ expiresAt: inDays(14) }), { ...ends, ...byStaff })
  t.match(notice({ termEndsAt: inDays(14) }), { ...ends, ...byLms })
  t.match(notice({ products: [A, FREE], termEndsAt: inDays(14) }), ends)
})

const date = fc.option(fc.date({ min: inDays(-30), max: inDays(60), noInvalidDate: true }))
const course = fc.record({
  products: fc.subarray([A, FREE]),
  expiresAt: date,
  accessUntil: date,
  termEndsAt: date,
  isMoving: fc.constant(false),
})

t.test('properties of the notice', async t => {
  holds(t, 'a paid course that students cannot enter always has one', [course], given => {
    const closed = courseGate(given, NOW) !== null && (given.products.includes(A) || given.products.length === 0)
    return !closed || notice(given)?.tone === 'problem'
  })
  holds(t, 'it is never the sentence for students', [course], given => {
    const { what = '', students = '', nextStep = '' } = notice(given) ?? {}
    return !/your teacher/.test(`${what} ${students} ${nextStep}`)
  })
})
