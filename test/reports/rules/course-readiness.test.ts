import t from 'tap'
import { courseReadiness, type ReadinessFacts } from '#src/desk/rules/course-reports.ts'

/** Tests whether a course counts as ready for students. */
const now = new Date('2026-11-24T15:00:00Z')
const later = new Date('2027-05-22T17:00:00Z')
const past = new Date('2026-11-01T17:00:00Z')
const ready: ReadinessFacts = {
  products: ['ASL1'],
  allFree: false,
  endsAt: later,
  unreadEnd: null,
  signUpEndsAt: null,
  yearlyAccess: false,
  acceptsCodes: true,
  contentCopied: null,
  teacherOpened: true,
  testEntered: false,
  students: 12,
  hasUnusedCodes: true,
  sendsGrades: true,
  gradesTaken: 11,
  gradesRefused: 0,
}
const check = (over: Partial<ReadinessFacts>) => courseReadiness({ ...ready, ...over }, now, 'America/Chicago')

t.test('a ready course has nothing to do', t => {
  t.strictSame(
    check({}).map(l => `${l.step} ${l.state}: ${l.text}`),
    [
      'product done: Its products: ASL1.',
      'dates done: Access ends on 05/22/27.',
      'teacher done: A teacher has opened it.',
      'student done: 12 students have access.',
      'codes done: There are unused codes for its products.',
      'grades done: The LMS takes its grades.',
    ],
  )
  t.end()
})

t.test('each missing thing is one step, in words', t => {
  const cases: [Partial<ReadinessFacts>, step: string, state: string, text: RegExp][] = [
    [{ products: [] }, 'product', 'missing', /no product, so students cannot enter/],
    [{ signUpEndsAt: past }, 'dates', 'missing', /Sign-up ended on 11\/01\/26/],
    [{ endsAt: past }, 'dates', 'missing', /is past. New students get six months/],
    [{ endsAt: null, yearlyAccess: true }, 'dates', 'done', /lasts one year/],
    [{ endsAt: null, unreadEnd: 'Fall 2026' }, 'dates', 'missing', /sends “Fall 2026”.*cannot read.*six months/],
    [{ contentCopied: false }, 'content', 'missing', /No content was copied/],
    [{ contentCopied: true }, 'content', 'done', /copied/],
    [{ teacherOpened: false }, 'teacher', 'missing', /No teacher has opened it/],
    [{ students: 0 }, 'student', 'later', /student view/],
    [{ students: 0, testEntered: true }, 'student', 'done', /test student/],
    [{ hasUnusedCodes: false }, 'codes', 'missing', /Make some/],
    [{ gradesTaken: 0 }, 'grades', 'later', /No grade was sent yet/],
    [{ gradesRefused: 3 }, 'grades', 'missing', /refused 3 grades/],
  ]
  for (const [over, step, state, text] of cases) {
    const found = check(over).find(l => l.step === step)
    t.equal(found?.state, state, JSON.stringify(over))
    t.match(found?.text, text)
  }
  t.end()
})

t.test('leaves out what a course does not need', t => {
  const steps = (over: Partial<ReadinessFacts>) => check(over).map(l => l.step)
  t.notOk(steps({ acceptsCodes: false }).includes('codes'))
  t.notOk(steps({ allFree: true }).includes('codes'))
  t.notOk(steps({ products: [] }).includes('codes'), 'a course without products needs a product first')
  t.notOk(steps({ sendsGrades: false }).includes('grades'))
  t.end()
})
