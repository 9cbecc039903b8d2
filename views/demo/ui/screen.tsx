import type { ReactNode } from 'react'
import { keysOf } from '#src/core/rules/guards.ts'
import reasons from '#src/core/rules/languages/en/reasons.ts'
import { gateRefusals } from '#src/courses/rules/gate-refusals.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import { LaunchRefused } from '../../errors/launch-refused.tsx'
import { Problem } from '../../errors/problem.tsx'
import { paths } from '../../paths.ts'
import { Closed } from '../../pay/closed.tsx'
import { NotFound } from '../../pay/not-found.tsx'
import { page, type Site, screen } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Help } from '../../ui/help.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Toast } from '../../ui/toast.tsx'
import { noHelp, payStates, sample } from './pay-states.tsx'

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
    </Shown>
    <Shown name="Notice">
      <Notice tone="plain">{gateRefusals.sign_up_ended.message}</Notice>
      <Notice tone="good">1 of 2 codes validated: DEMO-ASL1-0001</Notice>
      <Notice tone="problem">{reasons.MAX}</Notice>
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
      <NotFound message={reasons.token_not_found} help={noHelp} site={site} />
    </Shown>
    {keysOf(refusals).map(reason => (
      <Shown key={reason} name={`Launch refused: ${reason}`}>
        <LaunchRefused refusal={{ reason, detail: 'oauth_nonce is missing' }} reference="7KQ2M-9M4XT" site={site} />
      </Shown>
    ))}
    <Shown name="Error">
      <Problem
        what="Something went wrong on our side."
        advice="Try again in a minute."
        reference="7KQ2M-9M4XT"
        forStaff={false}
        site={site}
      />
    </Shown>
    <Toast message={gateRefusals.codes_not_accepted.message} milliseconds={2500} />
  </div>
)
