import fc from 'fast-check'
import t from 'tap'
import { longDate } from '#src/core/rules/business-day.ts'
import { htmlBody, plainTextBody } from '#src/messages/rules/mail-body.ts'
import type { Mail, Message } from '#src/messages/rules/message.ts'
import { renderMail, type Shown } from '#src/messages/texts/message-text.ts'
import { holds } from '../../support/property.ts'

const welcome: Mail<'welcome'> = {
  kind: 'welcome',
  recipient: 'ana@school.example',
  name: 'Ana Íñiguez',
  course: 'ASL 1',
  school: 'True Hands',
  courseUrl: 'https://canvas.example/courses/101',
  accessEndsAt: '2027-05-21T15:00:00.000Z',
}
const shown: Shown = {
  date: (iso, language) => longDate(new Date(iso), 'America/Chicago', language),
  supportEmail: 'help@signbook.example',
  open: sealed => sealed.replace('sealed ', ''),
  signedAt: () => null,
}
const plain = (message: Message) => plainTextBody(renderMail(message, shown))

t.test('the welcome names the course, the school, the end and who helps', async t => {
  t.equal(renderMail(welcome, shown).subject, 'You are in: ASL 1')
  t.equal(
    plain(welcome),
    `Hello Ana Íñiguez,

Your enrollment in ASL 1 at True Hands is complete. You can use it until
May 21, 2027.

Open your course:
https://canvas.example/courses/101

Questions? Write to help@signbook.example.
`,
  )
})

t.test('the welcome works without a name and a course address', async t => {
  const text = plain({ ...welcome, name: null, courseUrl: null })
  t.match(text, /^Hello,\n/)
  t.match(text, 'To open it, use the link in your course.')
  t.notMatch(text, /null|undefined/)
})

t.test('the ready mail explains the login', async t => {
  const { accessEndsAt: _, ...rest } = welcome
  const ready: Message = { ...rest, kind: 'ready', login: 'ana@school.example', password: 'chosen' }
  t.equal(renderMail(ready, shown).subject, 'Your course is ready: ASL 1')
  t.match(plain(ready), 'Open your course:\nhttps://canvas.example/courses/101')
  const flat = (password: 'chosen' | 'kept' | 'asked') => plain({ ...ready, password }).replace(/\s+/g, ' ')
  t.match(flat('chosen'), 'Log in as ana@school.example. Use the password you chose')
  t.match(flat('kept'), 'Your password has not changed.')
  t.match(flat('asked'), 'To choose a password')
})

t.test('a teacher reads that students can enter, or that a copy is done', async t => {
  const { accessEndsAt: _, ...rest } = welcome
  const flat = (given: object) => plain({ ...rest, kind: 'course-ready', ...given }).replace(/\s+/g, ' ')
  t.match(flat({}), 'ASL 1 at True Hands is ready. Your students can open it from the link in the course.')
  t.match(flat({ copiedFrom: 'ASL 1 Master' }), 'The content of ASL 1 Master is now in ASL 1 at True Hands.')
  t.match(flat({ copiedFrom: 'Unknown' }), 'The copied content is now in ASL 1 at True Hands.')
})

t.test('announces the end of access', async t => {
  const ends: Message = { ...welcome, kind: 'access-ends' }
  t.equal(renderMail(ends, shown).subject, 'Your access ends on May 21, 2027: ASL 1')
  t.match(plain(ends).replace(/\s+/g, ' '), 'To use the course after that, enter a new access code or pay again.')
})

const { kind: _, courseUrl: __, accessEndsAt: ___, ...addressed } = welcome

t.test('reports a payment that failed at the bank', async t => {
  const failed: Message = { ...addressed, kind: 'payment-failed' }
  t.equal(renderMail(failed, shown).subject, 'Your payment did not go through: ASL 1')
  t.match(plain(failed).replace(/\s+/g, ' '), 'Nothing was charged. You cannot use the course yet.')
})

t.test('welcomes a person back, and tells of a refund', async t => {
  const back: Message = { ...welcome, kind: 'welcome-back' }
  t.equal(renderMail(back, shown).subject, 'Welcome back: ASL 1')
  t.match(
    plain(back).replace(/\s+/g, ' '),
    'You have access to ASL 1 at True Hands again. You can use it until May 21, 2027.',
  )
  const refund: Message = {
    ...addressed,
    kind: 'refund',
    amount: '$49.00',
    products: ['A', 'B'],
    reference: 'a1b2c3d4e5',
  }
  t.equal(renderMail(refund, shown).subject, 'Your refund: ASL 1')
  t.match(plain(refund), 'Refund: $49.00\nProduct: A\nProduct: B\nReference: a1b2c3d4e5')
  t.match(htmlBody(renderMail(refund, shown)), 'is on its way')
})

t.test('puts the code alone on its line, in text and HTML', async t => {
  const code: Message = { kind: 'code', recipient: 'ana@school.example', sealedCode: 'sealed 012345' }
  t.equal(
    plain(code).replace(/(\S)\n(\S)/g, '$1 $2'),
    'Type this code on the sign-up page. It works for 10 minutes. Not you? Ignore this email.\n\n012345\n',
    'one sentence and the code, nothing that a stranger typed',
  )
  t.match(htmlBody(renderMail(code, shown)), />012345<\/p>/)
  t.notMatch(renderMail(code, shown).subject, '012345', 'not where a locked phone shows it')
})

t.test('the HTML has dark colors too, and breaks a long address', async t => {
  const html = htmlBody(renderMail(welcome, shown))
  t.match(html, '<meta name="color-scheme" content="light dark">')
  const dark = html.match(/prefers-color-scheme:dark\)\{(.*)\}<\/style>/)?.[1] ?? ''
  for (const [, name] of dark.matchAll(/\.(\w+)\{/g))
    if (!['code', 'row', 'quiet'].includes(name ?? '')) t.match(html, `class="${name}"`, `${name} is in the mail`)
  t.match(html, 'overflow-wrap:break-word')
})

t.test('the receipt lists the payment', async t => {
  const receipt: Message = {
    ...addressed,
    kind: 'receipt',
    lines: [{ product: 'ASL <1>', amount: '$49.00' }],
    total: '$49.00',
    reference: 'pi_123',
    paidAt: '2026-11-21T15:00:00Z',
  }
  t.match(plain(receipt), 'ASL <1>: $49.00\nTotal: $49.00\nPaid on: November 21, 2026\nReference: pi_123\n')
  t.match(htmlBody(renderMail(receipt, shown)), 'ASL &lt;1&gt;')
})

t.test('a help request is mailed to support with all facts', async t => {
  const help: Message = {
    kind: 'help',
    recipient: 'help@signbook.example',
    replyTo: 'ana@school.example',
    text: 'My code\ndoes not work.',
    facts: [['course_id', '7']],
  }
  t.match(plain(help), 'My code\ndoes not work.\n\nReply to: ana@school.example\ncourse_id: 7\n')
})

t.test('lines of a plain letter stay short, and nothing gets lost', async t => {
  holds(t, 'below 73 signs, or one word alone', [fc.string({ maxLength: 400 })], text => {
    const lines = plainTextBody({ parts: [{ is: 'text', text }] }).split('\n')
    return lines.every(line => line.length <= 73 || !line.trim().includes(' '))
  })
})

t.test('a mail is in the language of its person', async t => {
  const written = renderMail({ ...welcome, language: 'es' }, shown)
  t.equal(written.subject, 'Ya tienes acceso: ASL 1')
  t.match(plainTextBody(written).replace(/\s+/g, ' '), 'Puedes usarlo hasta el 21 de mayo de 2027.')
  t.match(htmlBody(written), '<html lang="es">')
  t.match(htmlBody(renderMail(welcome, shown)), '<html lang="en">')
  const { accessEndsAt: _, ...rest } = welcome
  const ready: Message = { ...rest, kind: 'course-ready', language: 'es' }
  t.match(plain(ready).replace(/\s+/g, ' '), /Sus estudiantes.*Abrir su curso:.*Escríbanos a/, 'a teacher is usted')
})

t.test('the mail calls a pin number what the page calls it', async t => {
  const pin: Message = { kind: 'code', recipient: 'ana@school.example', sealedCode: 'sealed 012345', isPin: true }
  t.match(plain(pin).replace(/\s+/g, ' '), 'Type this pin number on the sign-up page. It works for 10 minutes.')
  t.notMatch(plain(pin) + renderMail(pin, shown).subject, 'code')
  t.match(plain({ ...pin, language: 'es' }), 'número PIN')
})
