import t from 'tap'
import { approveAlphabet, commentOnLetter, viewAlphabetReview } from '#src/signs/fingerspelling.ts'
import { drawingsVersion } from '#src/signs/rules/fingerspelling/review.ts'
import texts from '#src/texts/en/pages/fingerspelling.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { signedIn } from '../support/staff.ts'

const app = await testApp(t)
const reviewer = await signedIn(app, 'reviewer', 'rita@example.com')
const signer = await signedIn(app, 'signer', 'sig@example.com')
const publicText = async () => textOf((await app.server.inject({ url: '/fingerspelling?word=a' })).body)

t.test('shows all 36 from two sides, and what others said', async t => {
  t.same(await commentOnLetter(app, { character: 'Q', text: ' The gap is too wide. ' }, signer.staff), { ok: true })
  const { body } = await reviewer.open('/alphabet')
  t.equal([...body.matchAll(/aria-label="\w, (front|side)"/g)].length, 72)
  t.match(textOf(body), 'The gap is too wide.')
  t.match(textOf((await signer.open('/alphabet')).body), 'Save comment')
})

t.test('refuses an empty comment and an unknown letter', async t => {
  t.match(await commentOnLetter(app, { character: 'Q', text: ' ' }, signer.staff), { reason: 'remark_required' })
  t.match(await commentOnLetter(app, { character: 'Ä', text: 'x' }, signer.staff), { reason: 'letter_not_found' })
})

t.test('the public mark goes when a reviewer approves these drawings', async t => {
  t.match(await publicText(), texts.notReviewed)
  await t.rejects(async () => approveAlphabet(app, drawingsVersion, signer.staff), 'a signer may not')
  t.match(await approveAlphabet(app, 'older', reviewer.staff), { reason: 'drawings_changed' })
  t.match(await publicText(), texts.notReviewed)
  t.same(await approveAlphabet(app, drawingsVersion, reviewer.staff), { ok: true })
  t.same(await approveAlphabet(app, drawingsVersion, reviewer.staff), { ok: true }, 'twice is safe')
  t.notMatch(await publicText(), texts.notReviewed)
  t.ok((await viewAlphabetReview(app, reviewer.staff)).review)
  const { body } = await reviewer.open('/alphabet')
  t.match(textOf(body), 'Approved by')
})
