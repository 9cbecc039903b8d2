import t from 'tap'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { type CheckoutReason, checkoutStatus } from '#src/payments/contract.ts'
import { noProviderReason } from '#src/payments/rules/checkout.ts'
import reasons from '#src/texts/en/reasons.ts'

t.test('each reason to refuse a checkout has its status and sentence', async t => {
  const away = 'The card service is not answering. Nothing was charged. Try again in a minute.'
  const table: Record<CheckoutReason, [status: number, text: string]> = {
    token_not_found: [404, 'Your token can not found. Typo?'],
    terms_not_agreed: [422, 'Please agree to the Terms of Use and the Privacy Policy first.'],
    school_moving: [
      409,
      'Your school is being moved to a new link. You do not have to pay again. Please come back tomorrow.',
    ],
    course_not_activated: [409, 'This course is not activated yet. Please let your teacher know.'],
    sign_up_ended: [403, 'Sign-up for this course has ended. Please ask your teacher.'],
    codes_not_accepted: [403, 'This school does not take access codes.'],
    cards_not_accepted: [403, 'This school does not take card payments.'],
    card_not_set_up: [409, 'Card payment is not set up yet. Ask your teacher.'],
    card_not_set_up_use_code: [409, 'Card payment is not set up yet. Use an access code, or ask your teacher.'],
    receipt_email_required: [422, 'Enter an email for the receipt.'],
    receipt_email_invalid: [422, 'Email does not look right.'],
    too_many_checkouts: [429, 'You started too many payments. Wait a few minutes, then try again.'],
    payment_pending: [409, 'We are still confirming your payment. You do not need to pay again.'],
    payment_under_review: [409, 'We have your payment, and our staff are checking it. You do not need to pay again.'],
    checkout_outdated: [409, away],
    checkout_refused: [502, 'The card service refused this order. Nothing was charged. Please write to us.'],
    checkout_provider_away: [502, away],
    checkout_unchecked: [
      502,
      'The card service is not answering, so we cannot see your last payment yet. Try again in a minute.',
    ],
  }
  for (const [name, [status, text]] of Object.entries(table)) {
    const reason = name as CheckoutReason
    t.strictSame([httpStatus(checkoutStatus, reason), reasons[reason]], [status, text], reason)
  }
})

t.test('without a card provider, the code is named only where the school accepts codes', async t => {
  t.equal(noProviderReason({ acceptsAccessCode: true }), 'card_not_set_up_use_code')
  t.equal(noProviderReason({ acceptsAccessCode: false }), 'card_not_set_up')
})
