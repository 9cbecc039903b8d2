import type { ReactNode } from 'react'
import { emailMessage } from '#src/core/rules/person.ts'
import type { CardPanel, PayPage } from '#src/payments/rules/pay-page.ts'
import success from '#src/texts/en/pages/success.ts'
import reasons from '#src/texts/en/reasons.ts'
import sentences from '#src/texts/en/sentences.ts'
import { AgreeStep } from '../../pay-panel/agree-step.tsx'
import { CodeStep } from '../../pay-panel/code-step.tsx'
import { Confirming, Ended, Loading, ThankYou } from '../../pay-panel/pay-states.tsx'
import { Offline } from '../../ui/notices-in-place.tsx'

const stay = () => {}

const offer: CardPanel = {
  prices: {
    lines: [
      { id: 1, text: '$49.00' },
      { id: 2, text: '$49.00' },
    ],
    total: '$98.00',
  },
  hint: null,
  asksEmail: false,
  test: true,
  waiting: false,
}

export const noHelp = { token: null, email: '', isK12: true, asksEmail: true, chat: null }

export const sample: PayPage = {
  pageKind: 'lti',
  signedUp: false,
  token: 'e_sample',
  step: 'agree',
  agreed: false,
  course: 'American Sign Language 1 and 2',
  asks: 'Code or card',
  needs: [
    { id: 1, product: 'American Sign Language 1', code: null, paid: false },
    { id: 2, product: 'American Sign Language 2', code: null, paid: false },
  ],
  accepts: { code: true, card: true },
  isK12: false,
  closed: null,
  contextId: 'demo-asl12',
  card: offer,
  receiptEmail: '',
  courseUrl: null,
  lmsUrl: null,
  login: null,
  accessEnds: 'May 21, 2027',
  ended: null,
  typed: '',
  problem: null,
  opensLater: null,
  note: null,
  confirming: null,
}
const half = {
  ...sample,
  card: { ...offer, prices: { lines: [{ id: 2, text: '$49.00' }], total: '$49.00' } },
  needs: [{ id: 1, product: 'American Sign Language 1', code: 'DEMO-ASL1-0001', paid: false }, sample.needs[1]!],
}

/** The step that agrees: what differs from the sample. */
const agreeing: [string, Partial<PayPage>][] = [
  ['Agree', {}],
  ['Agree, agreed before', { ...half, agreed: true }],
  ['Agree, box not checked', { problem: { at: 'agreed', text: reasons.terms_not_agreed } }],
  ['Agree, codes only', { accepts: { code: true, card: false }, card: null }],
  ['Agree, card only', { accepts: { code: false, card: true } }],
  ['Agree, card not set up', { card: { ...offer, prices: null, hint: reasons.card_not_set_up_use_code } }],
  [
    'Agree, email for the receipt',
    { agreed: true, card: { ...offer, asksEmail: true }, problem: { at: 'receipt', text: emailMessage } },
  ],
  [
    'Agree, payment under review',
    { agreed: true, card: { ...offer, prices: null, waiting: true }, note: reasons.flagged },
  ],
  ['Agree, provider away', { agreed: true, problem: { at: 'page', text: reasons.checkout_provider_away } }],
]

const entering: [string, Partial<PayPage>][] = [
  ['Code', {}],
  ['Code, one of two', half],
  ['Code, covered', { ...half, note: reasons.already_covered }],
  ['Code, refused', { ...half, typed: 'demo asl1 0002', problem: { at: 'code', text: reasons.MAX_SAME_EMAIL } }],
]

const confirming = { title: success.confirming.title, text: sentences.unknownPayment }

/** Every state of the payment page, with its name. */
export const payStates: [string, ReactNode][] = [
  ['Loading', <Loading key="l" />],
  ...agreeing.map(([name, over]): [string, ReactNode] => [
    name,
    <AgreeStep key={name} page={{ ...sample, ...over }} go={stay} />,
  ]),
  [
    'Confirming a payment',
    <Confirming key="y" page={{ ...sample, confirming }}>
      {null}
    </Confirming>,
  ],
  ...entering.map(([name, over]): [string, ReactNode] => [
    name,
    <CodeStep key={name} page={{ ...sample, ...over }} go={stay} />,
  ]),
  ['Network error', <Offline key="n" retry={stay} after={stay} busy={false} withNetworkError={false} />],
  ['Thank you', <ThankYou key="t" page={{ ...sample, courseUrl: 'https://canvas.example/courses/102' }} />],
  ['Access ended', <Ended key="w" date="11/20/26" again />],
  ['Thank you, course unknown', <ThankYou key="u" page={sample} />],
  ['Thank you, LMS known', <ThankYou key="v" page={{ ...sample, lmsUrl: 'https://moodle.school.example' }} />],
]
