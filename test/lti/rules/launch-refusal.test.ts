import t from 'tap'
import { languages } from '#src/core/rules/language.ts'
import { type RefusalReason, refusalStatus, refusals } from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'

const reasons = Object.keys(refusals) as RefusalReason[]

t.test('every reason has advice for the student, the teacher and the administrator', async t => {
  t.ok(reasons.length >= 10)
  for (const reason of reasons) {
    const { title, administrator } = refusals[reason]
    t.match(title, /^\S.{8,}\S$/, reason)
    t.match(administrator, /^\S.{8,}\.$/, reason)
    for (const language of languages) {
      const { heading, ...sentences } = refusalText(reason, language)
      t.match(heading, /^\S.{8,}\S$/, reason)
      for (const [part, text] of Object.entries(sentences)) t.match(text, /^\S.{8,}\.$/, `${reason}: ${part}`)
    }
  }
})

t.test('no two reasons read alike', async t => {
  t.equal(new Set(reasons.map(reason => refusals[reason].title)).size, reasons.length)
  for (const language of languages) {
    // A platform and a deployment that wait for staff are the same to people of the school.
    const texts = reasons.filter(reason => reason !== 'platform-new').map(reason => refusalText(reason, language))
    t.equal(new Set(texts.map(({ heading }) => heading)).size, texts.length, language)
    t.equal(new Set(texts.map(({ what }) => what)).size, texts.length, language)
  }
})

t.test('failed authentication gets 401, unreadable requests get 400', async t => {
  for (const reason of ['unknown-consumer', 'signature', 'timestamp', 'nonce'] as const)
    t.equal(refusalStatus(reason), 401)
  for (const reason of ['parameter', 'version', 'message-type', 'signature-method', 'unreadable'] as const)
    t.equal(refusalStatus(reason), 400)
  t.equal(refusalStatus('wts-off'), 403)
})
