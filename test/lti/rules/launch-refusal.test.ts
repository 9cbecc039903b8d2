import t from 'tap'
import { refusals } from '#src/lti/rules/launch-refusal.ts'

const entries = Object.entries(refusals)

t.test('every reason has advice for the student, the teacher and the administrator', async t => {
  t.ok(entries.length >= 10)
  for (const [reason, text] of entries) {
    t.ok([400, 401, 403].includes(text.status), `${reason}: ${text.status}`)
    for (const part of ['heading', 'title', 'what', 'student', 'teacher', 'administrator'] as const) {
      t.match(text[part], /^\S.{8,}\S$/, `${reason}: ${part}`)
    }
    for (const part of ['what', 'student', 'teacher', 'administrator'] as const) {
      t.match(text[part], /\.$/, `${reason}: ${part} is a sentence`)
    }
  }
})

t.test('no two reasons read alike', async t => {
  t.equal(new Set(entries.map(([, text]) => text.heading)).size, entries.length)
  t.equal(new Set(entries.map(([, text]) => text.title)).size, entries.length)
  t.equal(new Set(entries.map(([, text]) => text.what)).size, entries.length)
})

t.test('failed authentication gets 401, unreadable requests get 400', async t => {
  const status = (reason: keyof typeof refusals) => refusals[reason].status
  for (const reason of ['unknown-consumer', 'signature', 'timestamp', 'nonce'] as const) t.equal(status(reason), 401)
  for (const reason of ['parameter', 'version', 'message-type', 'signature-method', 'unreadable'] as const)
    t.equal(status(reason), 400)
  t.equal(status('wts-off'), 403)
})
