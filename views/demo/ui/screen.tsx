import type { ReactNode } from 'react'
import { agreeMessage, entitlementMessages } from '#src/access/rules/entitlement.ts'
import { codeMessages } from '#src/codes/rules/access-code.ts'
import { redeemRefusals } from '#src/codes/rules/redeem-texts.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { emailMessage } from '#src/core/rules/person.ts'
import { gateRefusals } from '#src/courses/rules/course.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import {
  cardHints,
  checkoutMessages,
  checkoutRefusals,
  confirmingTexts,
} from '#src/payments/rules/checkout-messages.ts'
import type { CardPanel, PayPage } from '#src/payments/rules/pay-page.ts'
import { LaunchRefused } from '../../errors/launch-refused.tsx'
import { Problem } from '../../errors/problem.tsx'
import { paths } from '../../paths.ts'
import { AgreeStep } from '../../pay/agree-step.tsx'
import { Closed } from '../../pay/closed.tsx'
import { CodeStep } from '../../pay/code-step.tsx'
import { Confirming } from '../../pay/confirming.tsx'
import { Ended } from '../../pay/ended.tsx'
import { Loading } from '../../pay/loading.tsx'
import { NotFound } from '../../pay/not-found.tsx'
import { ThankYou } from '../../pay/thank-you.tsx'
import { page, type Site, screen } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Help } from '../../ui/help.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Offline } from '../../ui/offline.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Toast } from '../../ui/toast.tsx'

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

const noHelp = { token: null, email: '', isK12: true, asksEmail: true, chat: null }

const sample: PayPage = {
  pageKind: 'lti',
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
  opensLater: false,
  note: null,
  confirming: null,
}
const half = {
  ...sample,
  card: { ...offer, prices: { lines: [{ id: 2, text: '$49.00' }], total: '$49.00' } },
  needs: [{ id: 1, product: 'American Sign Language 1', code: 'DEMO-ASL1-0001', paid: false }, sample.needs[1]!],
}

/** The states of the payment page. */
const payStates: [string, ReactNode][] = [
  ['Loading', <Loading key="l" />],
  ['Agree', <AgreeStep key="a" page={sample} go={stay} />],
  ['Agree, agreed before', <AgreeStep key="b" page={{ ...half, agreed: true }} go={stay} />],
  [
    'Agree, box not checked',
    <AgreeStep key="c" page={{ ...sample, problem: { at: 'agreed', text: agreeMessage } }} go={stay} />,
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
      page={{ ...sample, card: { ...offer, prices: null, hint: cardHints.card_not_set_up_use_code } }}
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
        note: checkoutMessages.flagged,
      }}
      go={stay}
    />,
  ],
  [
    'Confirming a payment',
    <Confirming key="y" page={{ ...sample, confirming: confirmingTexts.unknown }}>
      {null}
    </Confirming>,
  ],
  [
    'Agree, provider away',
    <AgreeStep
      key="x"
      page={{ ...sample, agreed: true, problem: { at: 'page', text: checkoutRefusals.checkout_provider_away.message } }}
      go={stay}
    />,
  ],
  ['Code', <CodeStep key="h" page={sample} go={stay} />],
  ['Code, one of two', <CodeStep key="i" page={half} go={stay} />],
  ['Code, covered', <CodeStep key="j" page={{ ...half, note: codeMessages.already_covered }} go={stay} />],
  [
    'Code, refused',
    <CodeStep
      key="k"
      page={{ ...half, typed: 'demo asl1 0002', problem: { at: 'code', text: codeMessages.MAX_SAME_EMAIL } }}
      go={stay}
    />,
  ],
  ['Network error', <Offline key="n" retry={stay} after={stay} busy={false} withNetworkError={false} />],
  ['Thank you', <ThankYou key="t" page={{ ...sample, courseUrl: 'https://canvas.example/courses/102' }} />],
  ['Access ended', <Ended key="w" date="11/20/26" again />],
  ['Thank you, course unknown', <ThankYou key="u" page={sample} />],
  ['Thank you, LMS known', <ThankYou key="v" page={{ ...sample, lmsUrl: 'https://moodle.school.example' }} />],
]

const Shown = ({ name, children }: { name: string; children: ReactNode }) => (
  <section id={name.replace(/\W+/g, '-').toLowerCase()}>
    <h2>{name}</h2>
    {children}
  </section>
)

/** Gallery of student page parts, payment states and launch errors. Used by designers and by the browser tests. */
export const uiGallery = screen({
  path: paths.demoUi,
  access: 'demo',
  chrome: 'bar',
  load: async () => page({}, { title: 'Parts' }),
  View: ({ site }) => <Gallery site={site} />,
})

const Gallery = ({ site }: { site: Site }) => (
  <div className="gallery">
    <h1>Parts</h1>
    <Shown name="Mark">
      <div className="gallery-row">
        {[16, 24, 32, 64, 96].map(size => (
          <Mark key={size} size={size} />
        ))}
      </div>
    </Shown>
    <Shown name="Button">
      <div className="gallery-row">
        <Button>Primary</Button>
        <Button look="quiet">Quiet</Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <ButtonLink href={paths.demoUi}>Link</ButtonLink>
      </div>
    </Shown>
    <Shown name="Field">
      <Field label="Name" name="name" defaultValue="Ana" />
      <Field label="With a hint" name="hint" hint="Help for this field." />
      <Field label="With a problem" name="problem" defaultValue="ab" problem={redeemRefusals.code_unknown.message} />
      <Field label="Code" name="code" className="input-code" defaultValue="O0I1L-8B5S" />
      <Select
        label="Select"
        name="select"
        value="a"
        options={[
          { value: 'a', label: 'One' },
          { value: 'b', label: 'Two' },
        ]}
      />
    </Shown>
    <Shown name="Notice">
      <Notice tone="plain">{gateRefusals.sign_up_ended.message}</Notice>
      <Notice tone="good">1 of 2 codes validated: DEMO-ASL1-0001</Notice>
      <Notice tone="problem">{codeMessages.MAX}</Notice>
    </Shown>
    <Shown name="Steps">
      <Steps steps={['Agree', 'Code or card', 'Done']} current={1} />
    </Shown>
    <Shown name="Help">
      <Help support={{ ...site.support, videophone: '+1 555 0100', sms: '+15550101' }} />
    </Shown>
    <Shown name="Page header">
      <PageHeader title={sample.course} about="True Hands Academy" />
    </Shown>
    {payStates.map(([name, part]) => (
      <Shown key={name} name={`Payment page: ${name}`}>
        <div className="card">{part}</div>
      </Shown>
    ))}
    <Shown name="Payment page: not activated">
      <Closed page={{ ...sample, closed: gateRefusals.course_not_activated.message }} />
    </Shown>
    <Shown name="Payment page: sign-up ended">
      <Closed page={{ ...sample, closed: gateRefusals.sign_up_ended.message }} />
    </Shown>
    <Shown name="Payment page: link not found">
      <NotFound message={entitlementMessages.tokenNotFound} help={noHelp} site={site} />
    </Shown>
    {keysOf(refusals).map(reason => (
      <Shown key={reason} name={`Launch refused: ${reason}`}>
        <LaunchRefused refusal={{ reason, detail: 'oauth_nonce is missing' }} reference="7KQ2M-9M4XT" site={site} />
      </Shown>
    ))}
    <Shown name="Error">
      <Problem
        title="Uh oh!"
        what="Something went wrong on our side."
        advice="Try again in a minute."
        reference="7KQ2M-9M4XT"
        site={site}
      />
    </Shown>
    <Toast message={gateRefusals.codes_not_accepted.message} milliseconds={2500} />
  </div>
)
