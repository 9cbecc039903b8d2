import { daysAfter, minutesAfter } from './calendar.ts'
import type { Maker } from './maker.ts'
import type { TermStudent } from './student-row.ts'

const QUESTIONS = [
  'My code card got wet and I cannot read the last part. It starts with K7 and then maybe a Q.',
  'I paid yesterday and it still asks me for a code. My roommate paid at the same time and hers works.',
  'The page says my code is for another course. The bookstore gave me this one. What do I do?',
  'I switched sections and now the book wants me to pay again.',
  'Can I get a receipt with the name of my school on it? My scholarship office needs one.',
  'It will not open on my iPad. The page stays white. It works at the library.',
  'My mom paid with her card and the email went to her. Can you send it to me too?',
  'I dropped the class in the first week. How do I get my money back?',
  'I typed the code five times. It says wait a few minutes. I have class in ten.',
  'Does my access end in December? I am taking ASL 2 in the spring and want to look things up.',
  'I signed up with the wrong email address. How can I change it?',
  'The video in Unit 3 stops after two seconds for our whole class.',
  'Hello, I teach period 3. Two of my students see a page about codes, but the school bought them for everyone.',
  'I am repeating the course. Do I need to buy it again?',
]

/** Share of students who write to us within the term. */
const ASKS = 1 / 200

/** Requests for help of the last six weeks. Most were answered within two days; those of the last days wait. */
export const makeHelpRequests = (maker: Maker, students: TermStudent[]): void => {
  const { random, add, now, record, school } = maker
  for (const student of students) {
    const { email } = student.person
    if (!email || !random.chance(ASKS)) continue
    const recently = random.chance(0.35) ? 3 : 42
    const at = daysAfter(now, -random.between(0.05, recently))
    if (at < student.row.createdAt!) continue
    const answeredAt = minutesAfter(at, random.longTailed(700, 0.9))
    const isAnswered = answeredAt < daysAfter(now, -1)
    const { course } = student
    const id = add('helpRequests', {
      at,
      email,
      text: random.pick(QUESTIONS),
      facts: {
        [school.version === '1.1' ? 'enroll_token' : 'lti_token']: student.row.token,
        course_title: course.title,
        context_id: course.contextId,
        email,
      },
      answeredAt: isAnswered ? answeredAt : null,
    })
    const actor = `staff:${maker.support().id}`
    record({ at: minutesAfter(at, 30), actor, action: 'view', kind: student.kind, id: student.id })
    if (isAnswered) record({ at: answeredAt, actor, action: 'answer-help', kind: 'person', key: `help request ${id}` })
  }
}
