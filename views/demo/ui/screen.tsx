import type { ReactNode } from 'react'
import { keysOf } from '#src/core/rules/guards.ts'
import { gateRefusals } from '#src/courses/texts/join-course.ts'
import { refusals } from '#src/lti/rules/launch-refusals.ts'
import reasons from '#src/texts/en/reasons.ts'
import { LaunchRefused, Problem } from '../../errors/problem.tsx'
import { paths } from '../../paths.ts'
import { LostPayLink } from '../../pay-panel/pay-page.tsx'
import { Closed } from '../../pay-panel/pay-states.tsx'
import { page, type Site, screen } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Toast } from '../../ui/notices-in-place.tsx'
import {
  CardAndReceipt,
  ClosedDoor,
  Envelope,
  Hourglass,
  LampAndBook,
  PaperPlane,
  Signpost,
  TwoMugs,
  UnpluggedLamp,
} from '../../ui/pictures/page-pictures.tsx'
import { PaperAndPen } from '../../ui/pictures/paper-and-pen.tsx'
import { OpenDoor } from '../../ui/pictures/picture.tsx'
import { Shelf } from '../../ui/pictures/shelf.tsx'
import { Help, Mark, PageHeader } from '../../ui/public-page.tsx'
import { Steps } from '../../ui/steps.tsx'
import { noHelp, payStates, sample } from './pay-states.tsx'

/** Gallery of student page parts, payment states and launch errors. Used by designers and by the browser tests. */
export const uiGallery = screen({
  path: paths.demoUi,
  access: 'demo',
  chrome: 'bar',
  styles: 'demo',
  load: async () => page({}, { title: 'Parts' }),
  View: ({ site }) => <Gallery site={site} />,
})

interface Part {
  id: string
  name: string
  shown: ReactNode
}

const part = (name: string, shown: ReactNode): Part => ({ id: name.replace(/\W+/g, '-').toLowerCase(), name, shown })

const partsOf = (site: Site): Part[] => [
  part(
    'Mark',
    <div className="gallery-row">
      {[16, 24, 32, 64, 96].map(size => (
        <Mark key={size} size={size} />
      ))}
    </div>,
  ),
  part(
    'Pictures',
    <div className="gallery-row">
      {(['spring', 'summer', 'autumn', 'winter'] as const).map(season => (
        <LampAndBook key={season} season={season} />
      ))}
      <PaperAndPen />
      <OpenDoor />
      <ClosedDoor />
      <CardAndReceipt />
      <Hourglass runs />
      <Hourglass />
      <Signpost />
      <Envelope />
      <PaperPlane />
      <TwoMugs />
      <Shelf />
      <Shelf full />
      <UnpluggedLamp />
    </div>,
  ),
  part(
    'Button',
    <div className="gallery-row">
      <Button>Primary</Button>
      <Button look="quiet">Quiet</Button>
      <Button busy>Busy</Button>
      <Button disabled>Disabled</Button>
      <ButtonLink href={paths.demoUi}>Link</ButtonLink>
    </div>,
  ),
  part(
    'Field',
    <>
      <Field label="Name" name="name" defaultValue="Ana" />
      <Field label="With a hint" name="hint" hint="Help for this field." />
      <Field label="With a problem" name="problem" defaultValue="ab" problem={reasons.code_unknown} />
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
    </>,
  ),
  part(
    'Notice',
    <>
      <Notice tone="plain">{gateRefusals.sign_up_ended.message}</Notice>
      <Notice tone="good">1 of 2 codes validated: DEMO-ASL1-0001</Notice>
      <Notice tone="problem">{reasons.MAX}</Notice>
    </>,
  ),
  part('Steps', <Steps steps={['Agree', 'Code or card', 'Done']} current={1} />),
  part('Help', <Help support={{ ...site.support, videophone: '+1 555 0100', sms: '+15550101' }} />),
  part('Page header', <PageHeader title={sample.course} about="True Hands Academy" />),
  ...payStates.map(([name, shown]) => part(`Payment page: ${name}`, <div className="card">{shown}</div>)),
  part(
    'Payment page: not activated',
    <Closed page={{ ...sample, closed: gateRefusals.course_not_activated.message }} picture={<ClosedDoor />} />,
  ),
  part('Payment page: sign-up ended', <Closed page={{ ...sample, closed: gateRefusals.sign_up_ended.message }} />),
  part(
    'Payment page: link not found',
    <LostPayLink found={false} slot="link-unknown" message={reasons.token_not_found} help={noHelp} site={site} />,
  ),
  ...keysOf(refusals).map(reason =>
    part(
      `Launch refused: ${reason}`,
      <LaunchRefused refusal={{ reason, detail: 'oauth_nonce is missing' }} reference="7KQ2M-9M4XT" site={site} />,
    ),
  ),
  part(
    'Error',
    <Problem
      what="Something went wrong on our side."
      advice="Try again in a minute."
      elsewhere={null}
      reference="7KQ2M-9M4XT"
      forStaff={false}
      site={site}
    />,
  ),
]

const Gallery = ({ site }: { site: Site }) => {
  const parts = partsOf(site)
  return (
    <div className="gallery">
      <h1>Parts</h1>
      <nav aria-label="Parts" className="gallery-index">
        <ul>
          {parts.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map(({ id, name, shown }) => (
        <section key={id} id={id}>
          <h2>{name}</h2>
          {shown}
        </section>
      ))}
      <Toast message={gateRefusals.codes_not_accepted.message} milliseconds={2500} />
    </div>
  )
}
