import pay from './pages/pay.ts'
import ui from './pages/ui.ts'

const away = 'The card service is not answering. Nothing was charged. Try again in a minute.'
const pending = 'We are still confirming your payment. You do not need to pay again.'
const flagged = 'We have your payment, and our staff are checking it. You do not need to pay again.'

/** Sentences of the reasons to refuse what a student asks for, by reason. */
export default {
  token_not_found: 'Your token can not found. Typo?',
  terms_not_agreed: pay.terms_not_agreed,
  school_moving: 'Your school is being moved to a new link. You do not have to pay again. Please come back tomorrow.',
  course_not_activated: 'This course is not activated yet. Please let your teacher know.',
  sign_up_ended: 'Sign-up for this course has ended. Please ask your teacher.',
  codes_not_accepted: 'This school does not take access codes.',
  cards_not_accepted: 'This school does not take card payments.',
  removed_from_course: 'You were removed from this course. Ask your teacher, or write to us.',
  code_required: pay.code_required,
  code_malformed: ui.wrongCode,
  code_unknown: ui.wrongCode,
  already_covered: pay.already_covered,
  already_counted: pay.already_counted,
  code_expired: 'This access code has expired.',
  code_not_used_here: (product: string) => `This code is for ${product}, which this course does not use.`,
  code_busy: 'Many people are using this code right now. Try again in a minute.',
  too_many_wrong_codes: 'Too many wrong codes. Wait a few minutes, check your code, and try again.',
  captcha_failed: 'Captcha Not Verified',
  captcha_away: 'We could not check that you are a person. Please try again.',
  captcha_limit: 'Turn on JavaScript in your browser and try again, or ask for help.',
  code_just_sent: 'We just sent you an email. Check your mail, or ask for another one in 30 seconds.',
  too_many_codes: 'We sent many emails to this address. Use the newest one, or wait an hour.',
  /** For the code or pin number of a sign-up. */
  too_many_wrong_pins: 'Too many wrong tries. Wait a few minutes and try again.',
  PROCESSED: 'Your code is accepted. You are in.',
  MAX: 'This code has run out of uses. Please let your teacher know.',
  /** MAX as the sign-up page (/pay) words it. */
  maxOnPay: 'That code has already been activated. Please contact your seller.',
  MAX_SAME_EMAIL:
    "You've already used this code for another course. To transfer the code, please contact us using the chat button below.",
  MAX_OTHER_EMAIL:
    'This code has already been used. Please return the code to where you got the code from and get a new one.',
  card_not_set_up: 'Card payment is not set up yet. Ask your teacher.',
  card_not_set_up_use_code: 'Card payment is not set up yet. Use an access code, or ask your teacher.',
  price_unknown: 'You will see the price before you pay.',
  receipt_email_required: pay.receipt_email_required,
  receipt_email_invalid: pay.receipt_email_invalid,
  too_many_checkouts: 'You started too many payments. Wait a few minutes, then try again.',
  payment_pending: pending,
  payment_under_review: flagged,
  checkout_outdated: away,
  checkout_refused: 'The card service refused this order. Nothing was charged. Please write to us.',
  checkout_provider_away: away,
  checkout_unchecked:
    'The card service is not answering, so we cannot see your last payment yet. Try again in a minute.',
  /** States of an earlier payment. */
  flagged,
  pending,
  cancelled: 'You left before you paid. Nothing was charged.',
  failed: 'Your last payment did not go through. Nothing was charged. You can pay again.',
  refunded:
    'You got a refund. It can take 10 days to reach your card. To use the course again, follow the steps below.',
} as const
