import t from 'tap'
import { parseTerm, recentTerms, termOf } from '#src/courses/rules/course-list.ts'

t.test('every instant is in one term, and terms follow each other', async t => {
  for (const [day, key] of [
    ['2026-11-30', '2026-fall'],
    ['2026-12-01', '2027-spring'],
    ['2027-05-14', '2027-spring'],
    ['2027-05-15', '2027-summer'],
    ['2027-07-16', '2027-fall'],
  ] as const) {
    const term = termOf(new Date(`${day}T00:00:00Z`))
    t.equal(term.key, key)
    t.strictSame(parseTerm(key), term)
  }
  const terms = recentTerms(new Date('2026-11-24'))
  t.strictSame(
    terms.slice(0, 3).map(term => term.label),
    ['Fall 2026', 'Summer 2026', 'Spring 2026'],
  )
  t.strictSame(
    terms.slice(1).map(term => term.to),
    terms.slice(0, -1).map(term => term.from),
  )
  for (const typed of ['', '2026', '2026-winter', '1999-fall', undefined]) t.equal(parseTerm(typed), null)
})
