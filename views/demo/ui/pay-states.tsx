import type { ReactNode } from 'react'
import { emailMessage } from '#src/core/rules/person.ts'
import type { CardPanel, PayPage } from '#src/payments/rules/pay-page.ts'
import success from '#src/texts/en/pages/success.ts'
import reasons from '#src/texts/en/reasons.ts'
import sentences from '#src/texts/en/sentences.ts'
import { AgreeStep } from '../../pay-panel/agree-step.tsx'
import { CodeStep } from '../../pay-panel/code-step.tsx'
import { Confirming, Ended, Loading, ThankYou } from '../../pay-panel/states.tsx'
import { Offline } from '../../ui/sending.tsx'

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

/** Every state of the payment page, with its name. */
export const payStates: [string, ReactNode][] = [
  ['Loading', <Loading key="l" />],
  ['Agree', <AgreeStep key="a" page={sample} go={stay} />],
  ['Agree, agreed before', <AgreeStep key="b" page={{ ...half, agreed: true }} go={stay} />],
  [
    'Agree, box not checked',
    <AgreeStep key="c" page={{ ...sample, problem: { at: 'agreed', text: reasons.terms_not_agreed } }} go={stay} />,
  ],
  [
    'Agree, codes only',
    <AgreeStep key="d" page={{ ...sample, accepts: { code: true, card: false }, card: null }} go={stay} />,
  ],
  ['Agree, card only', <AgreeStep key="e" page={{ ...sample, accepts: { code: false, card: true } }} go={stay} />],
  [
    'Agree, card not set up',
    <AgreeStep
      key="f"
      page={{ ...sample, card: { ...offer, prices: null, hint: reasons.card_not_set_up_use_code } }}
      go={stay}
    />,
  ],
  [
    'Agree, email for the receipt',
    <AgreeStep
      key="g"
      page={{
        ...sample,
        agreed: true,
        card: { ...offer, asksEmail: true },
        problem: { at: 'receipt', text: emailMessage },
      }}
      go={stay}
    />,
  ],
  [
    'Agree, payment under review',
    <AgreeStep
      key="w"
      page={{
        ...sample,
        agreed: true,
        card: { ...offer, prices: null, waiting: true, hint: null },
        note: reasons.flagged,
      }}
      go={stay}
    />,
  ],
  [
    'Confirming a payment',
    <Confirming
      key="y"
      page={{ ...sample, confirming: { title: success.confirming.title, text: sentences.unknownPayment } }}
    >
      {null}
    </Confirming>,
  ],
  [
    'Agree, provider away',
    <AgreeStep
      key="x"
      page={{ ...sample, agreed: true, problem: { at: 'page', text: reasons.checkout_provider_away } }}
      go={stay}
    />,
  ],
  ['Code', <CodeStep key="h" page={sample} go={stay} />],
  ['Code, one of two', <CodeStep key="i" page={half} go={stay} />],
  ['Code, covered', <CodeStep key="j" page={{ ...half, note: reasons.already_covered }} go={stay} />],
  [
    'Code, refused',
    <CodeStep
      key="k"
      page={{ ...half, typed: 'demo asl1 0002', problem: { at: 'code', text: reasons.MAX_SAME_EMAIL } }}
      go={stay}
    />,
  ],
  ['Network error', <Offline key="n" retry={stay} after={stay} busy={false} withNetworkError={false} />],
  ['Thank you', <ThankYou key="t" page={{ ...sample, courseUrl: 'https://canvas.example/courses/102' }} />],
  ['Access ended', <Ended key="w" date="11/20/26" again />],
  ['Thank you, course unknown', <ThankYou key="u" page={sample} />],
  ['Thank you, LMS known', <ThankYou key="v" page={{ ...sample, lmsUrl: 'https://moodle.school.example' }} />],
]
