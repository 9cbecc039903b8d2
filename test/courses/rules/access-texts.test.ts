import { readFileSync } from 'node:fs'
import t from 'tap'
import { type AccessEndReason, accessEnd } from '#src/courses/rules/course.ts'

/** The FAQ and the Terms name the same dates as the rule, in its order (docs/rules/access.md). */
const texts = {
  'content/faqs.md': /## How long do students have access[^#]*/,
  'content/legal/terms.md': /\*\*How long you have access\.\*\*[^\n]*/,
}
const said: Record<AccessEndReason, RegExp> = {
  course_date: /\b(publisher|we) set(s)? a last day for (a|your) course/i,
  lms_date: /end date comes from your course or its term in the learning platform/i,
  six_months: /six months after (the student enrolls|your enrollment is complete)/i,
  one_year: /one year from the day (they|you) enroll, or until the course ends if that is later/i,
}

for (const [path, part] of Object.entries(texts))
  t.test(`${path} says when access ends`, async t => {
    const text = readFileSync(path, 'utf8').match(part)?.[0] ?? ''
    const at = Object.values(said).map(sentence => text.search(sentence))
    t.notOk(at.includes(-1), JSON.stringify(at))
    t.strictSame(
      at,
      [...at].sort((a, b) => a - b),
      'in the order of the rule',
    )
  })

t.test('the rule has the lengths that the texts name', async t => {
  const since = new Date('2026-09-01T12:00:00Z')
  const months = (yearlyAccess: boolean) => {
    const { at } = accessEnd({ accessUntil: null, termEndsAt: null }, { yearlyAccess }, since)
    return (at.getUTCFullYear() - since.getUTCFullYear()) * 12 + at.getUTCMonth() - since.getUTCMonth()
  }
  t.strictSame([months(false), months(true)], [6, 12])
})
