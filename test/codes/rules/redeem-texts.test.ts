import t from 'tap'
import { redeemStatus, toCodeReply } from '#src/access/contract.ts'
import type { CodeAnswer, RedeemReason, RedeemRefused } from '#src/access/rules/access-code.ts'
import { attemptText, codeAnswerText, redeemRefusalText } from '#src/access/texts/redemption.ts'
import { httpStatus, refuse } from '#src/core/rules/outcome.ts'
import reasons from '#src/texts/en/reasons.ts'
import { NOW } from '../../support/facts.ts'

const refusedFor = (reason: RedeemReason): RedeemRefused => {
  if (reason === 'code_not_used_here') return { ...refuse(reason), product: 'ASL 2' }
  return reason === 'too_many_wrong_codes' || reason === 'code_busy'
    ? { ...refuse(reason), until: NOW }
    : refuse(reason)
}

t.test('each reason has its status and sentence; the sign-up page has one sentence for every 404', async t => {
  const wrong = 'The code given is not right.'
  const table: Record<RedeemReason, [status: number, text: string]> = {
    token_not_found: [404, 'Your token can not found. Typo?'],
    school_moving: [
      409,
      'Your school is being moved to a new link. You do not have to pay again. Please come back tomorrow.',
    ],
    course_not_activated: [409, 'This course is not activated yet. Please let your teacher know.'],
    sign_up_ended: [403, 'Sign-up for this course has ended. Please ask your teacher.'],
    codes_not_accepted: [403, 'This school does not take access codes.'],
    cards_not_accepted: [403, 'This school does not take card payments.'],
    removed_from_course: [409, 'You were removed from this course. Ask your teacher, or write to us.'],
    code_required: [422, 'Please enter the access code.'],
    code_malformed: [422, wrong],
    code_unknown: [404, wrong],
    code_expired: [404, 'This access code has expired.'],
    code_not_used_here: [404, 'This code is for ASL 2, which this course does not use.'],
    code_busy: [503, 'Many people are using this code right now. Try again in a minute.'],
    too_many_wrong_codes: [429, 'Too many wrong codes. Wait a few minutes, check your code, and try again.'],
  }
  for (const [name, [status, text]] of Object.entries(table)) {
    const reason = name as RedeemReason
    t.equal(httpStatus(redeemStatus, reason), status, reason)
    t.equal(redeemRefusalText(refusedFor(reason)).message, text, reason)
    t.equal(redeemRefusalText(refusedFor(reason), { onPay: true }).message, status === 404 ? wrong : text, reason)
  }
})

t.test('each answer has its sentence; the sign-up page words MAX in its own way', async t => {
  const answer = (over: Partial<CodeAnswer>): CodeAnswer => ({
    status: 'OK',
    unchanged: null,
    progress: { done: 1, total: 2, codes: ['CODE-A-1'] },
    needs: [],
    ...over,
  })
  const counted = '1 of 2 codes validated: CODE-A-1'
  t.equal(codeAnswerText(answer({})), counted)
  t.equal(codeAnswerText(answer({ unchanged: 'already_counted' })), counted)
  t.equal(codeAnswerText(answer({ unchanged: 'already_covered' })), 'You already have a code for this.')
  t.equal(codeAnswerText(answer({ status: 'PROCESSED' })), 'Your code is accepted. You are in.')
  for (const status of ['MAX', 'MAX_SAME_EMAIL', 'MAX_OTHER_EMAIL'] as const) {
    t.equal(codeAnswerText(answer({ status })), reasons[status])
    const onPay = status === 'MAX' ? reasons.maxOnPay : reasons[status]
    t.equal(codeAnswerText(answer({ status }), { onPay: true }), onPay)
  }
  t.strictSame(toCodeReply(answer({})), { status: 'OK', message: counted, products: [] }, 'no reason without need')
  t.match(toCodeReply(answer({ unchanged: 'already_covered' })), { status: 'OK', reason: 'already_covered' })
})

t.test('staff read the sentence of a stored attempt', async t => {
  t.equal(attemptText('code_unknown', null), reasons.code_unknown)
  t.equal(attemptText('code_not_used_here', 'ASL 2'), reasons.code_not_used_here('ASL 2'))
  t.equal(attemptText('MAX_SAME_EMAIL', 'ASL 2'), reasons.MAX_SAME_EMAIL)
})
