import t from 'tap'
import { letter, type Message } from '#src/domain/message.ts'

const welcome: Message = {
  kind: 'welcome',
  recipient: 'ana@school.example',
  name: 'Ana Íñiguez',
  course: 'ASL 1',
  school: 'True Hands',
  courseUrl: 'https://canvas.example/courses/101',
  accessEndsAt: '2027-05-21T15:00:00.000Z',
}
const shown = { date: '05/21/27', supportEmail: 'help@signbook.example' }

t.test('the welcome names the course, the school, the end and who helps', async t => {
  const { subject, text } = letter(welcome, shown)
  t.equal(subject, 'You are in: ASL 1')
  t.strictSame(text.split('\n\n'), [
    'Hello Ana Íñiguez,',
    'Your enrollment in ASL 1 at True Hands is complete. It is open to you until 05/21/27.',
    'Open your course: https://canvas.example/courses/101',
    'Questions? Write to help@signbook.example.',
  ])
})

t.test('it does without a name and without an address of the course', async t => {
  const { text } = letter({ ...welcome, name: null, courseUrl: null }, shown)
  t.match(text, /^Hello,\n/)
  t.match(text, 'Open it from the link in your course.')
  t.notMatch(text, /null|undefined/)
})
