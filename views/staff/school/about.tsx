import { shortDate } from '#src/core/rules/business-day.ts'
import { productLabel } from '#src/courses/rules/activation.ts'
import { describeRejectedGrades } from '#src/lti/rules/grade.ts'
import { consumerMessages } from '#src/schools/rules/consumer.ts'
import type { SchoolConnections } from '#src/schools/rules/school-facts.ts'
import { Island } from '../../island-host.tsx'
import { hrefs } from '../../paths.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { Badge, Copied, Facts } from '../../ui/facts.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, usePosted } from '../../ui/office-page.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import { DeploymentState, settingsIn, typedSettings } from '../schools.tsx'
import type { SchoolPage } from './school-panel.tsx'
import SettingsForm from './settings-form.island.tsx'

interface PartProps {
  data: SchoolPage
  timezone: string
}

export const AboutSchool = ({ data, timezone, isOpen }: PartProps & { isOpen: boolean }) => {
  const { school, rejectedGrades, overview, rights } = data
  const { fields, problems } = usePosted('update')
  const before = typedSettings(school)
  const isRefused = fields.name !== undefined
  const action = hrefs.schoolPage(school.id)
  return (
    <Panel title="About this school">
      <Facts
        of={[
          ['Card payment', school.acceptsPayment ? 'on' : 'off'],
          ['Access code', school.acceptsAccessCode ? 'on' : 'off'],
          ['Email domain', school.emailDomain ?? 'any'],
          ['K-12', school.isK12 ? 'yes' : 'no'],
          ['Yearly access', school.yearlyAccess ? 'yes' : 'no'],
          ['Sends grades', school.passesGrades ? 'yes' : 'no'],
          ['Unit columns', school.addsUnitColumns ? 'a grade column for each unit link' : 'one for each course'],
          ['Default products', !rights.everywhere && (overview.defaults.join(', ') || 'none')],
          [
            'Grades',
            rejectedGrades && (
              <RejectedGrades key="g" action={action} canRetry={rights.change}>
                {describeRejectedGrades(rejectedGrades)}
              </RejectedGrades>
            ),
          ],
          ['Since', shortDate(school.createdAt, timezone)],
        ]}
      />
      {rights.manage && (
        <details open={isOpen || isRefused}>
          <summary>Change settings</summary>
          <Island
            of={SettingsForm}
            props={{ action, before, typed: isRefused ? settingsIn(fields, before) : before, problems }}
          />
        </details>
      )}
    </Panel>
  )
}

/** Keys (LTI 1.1) and deployments (LTI 1.3) through which courses of the school are opened. */
export const Connections = ({ data: { school, hasCanvas, rights }, timezone }: PartProps) => {
  const { consumers, deployments } = school.connections
  return (
    <Panel title="Connections">
      {!hasCanvas && consumers.some(of => of.isHosted) && <Notice tone="problem">{consumerMessages.noCanvas}</Notice>}
      {consumers.length + deployments.length === 0 && <p>None. Its courses moved to another school.</p>}
      <div className="versions">
        {consumers.map(consumer => (
          <section key={`consumer ${consumer.id}`}>
            <h3>LTI 1.1</h3>
            <Consumer of={consumer} data={{ school, rights }} timezone={timezone} />
          </section>
        ))}
        {deployments.map(deployment => (
          <section key={`deployment ${deployment.id}`}>
            <h3>LTI 1.3</h3>
            <Deployment of={deployment} data={{ school, rights }} timezone={timezone} />
          </section>
        ))}
      </div>
      <div className="buttons">
        {rights.manage && <QuietLink href={hrefs.inviteSchool(school.name)}>Invite its LMS</QuietLink>}
        <QuietLink href={hrefs.schoolCartridge(school.id)}>Download links for the LMS (.imscc)</QuietLink>
        {rights.manage && <QuietLink href={hrefs.joinSchools(school.id)}>Join with another school…</QuietLink>}
      </div>
    </Panel>
  )
}

interface ConnectionProps<Of> {
  of: Of
  data: Pick<SchoolPage, 'school' | 'rights'>
  timezone: string
}

const Consumer = ({ of, data, timezone }: ConnectionProps<SchoolConnections['consumers'][number]>) => (
  <>
    <Facts
      of={[
        ['Key', <Copied key="k">{of.key}</Copied>],
        ['Hosted by us', of.isHosted ? 'yes' : 'no'],
        ['Courses', of.courses.toLocaleString('en-US')],
        ['Since', shortDate(of.createdAt, timezone)],
      ]}
    />
    {data.rights.manage && (
      <div className="buttons">
        <form method="post" action={hrefs.schoolPage(data.school.id)}>
          <input type="hidden" name="key" value={of.key} />
          <ActionButton intent="rotate" label="Make a new secret…" look="quiet" />
        </form>
        <MoveLink schoolId={data.school.id} of={of} />
      </div>
    )}
  </>
)

const Deployment = ({ of, data, timezone }: ConnectionProps<SchoolConnections['deployments'][number]>) => (
  <>
    <Facts
      of={[
        [
          'State',
          <span key="s">
            <DeploymentState status={of.status} />{' '}
            {of.status === 'approved' && !of.isOn && <Badge tone="problem">platform off</Badge>}
          </span>,
        ],
        ['Platform', of.domain],
        ['Issuer', of.issuer],
        ['Client ID', of.clientId],
        ['Deployment', <Copied key="d">{of.deploymentId}</Copied>],
        ['Name in the LMS', of.seenName],
        ['Courses', of.courses.toLocaleString('en-US')],
        ['Since', shortDate(of.createdAt, timezone)],
      ]}
    />
    {data.rights.everywhere && (
      <div className="buttons">
        <QuietLink href={hrefs.deployment(of.id)}>Open the deployment</QuietLink>
        {data.rights.manage && <MoveLink schoolId={data.school.id} of={of} />}
      </div>
    )}
  </>
)

const MoveLink = ({ schoolId, of }: { schoolId: number; of: { kind: string; id: number } }) => (
  <QuietLink href={hrefs.moveConnection(schoolId, of)}>Move to another school…</QuietLink>
)

export const DefaultProducts = ({ data: { school, overview, choices, rights } }: { data: SchoolPage }) => {
  const { all } = usePosted('defaults')
  const has = (p: { id: number; productCode: string }) =>
    all.intent ? all.product_ids?.includes(String(p.id)) : overview.defaults.includes(p.productCode)
  return (
    <Panel title="Default products">
      <p className="soft">New courses start with these. Without any, new courses wait for you.</p>
      {rights.manage ? (
        <form method="post" action={hrefs.schoolPage(school.id)} className="form">
          <fieldset className="checks">
            <legend className="visually-hidden">Default products</legend>
            {choices.map(p => (
              <Check key={p.id} label={productLabel(p)} name="product_ids" value={p.id} defaultChecked={has(p)} />
            ))}
          </fieldset>
          {school.connections.deployments.length > 0 && (
            <p className="hint">A course of LTI 1.3 has one product. Choose only one if these courses should get it.</p>
          )}
          <ActionButton intent="defaults" label="Save default products" look="quiet" />
        </form>
      ) : (
        <p>{overview.defaults.join(', ') || 'None.'}</p>
      )}
    </Panel>
  )
}

export const SchoolNotes = ({ data: { school, rights } }: { data: SchoolPage }) => {
  const sent = usePosted('note')
  return (
    <Panel title="Contact and notes">
      {rights.change ? (
        <form method="post" action={hrefs.schoolPage(school.id)} className="form">
          <Field
            label="Contact"
            hint="Whom to write to: name, email, phone"
            name="contact"
            sent={sent}
            defaultValue={school.contact}
            maxLength={300}
          />
          <TextArea label="Notes" name="note" sent={sent} defaultValue={school.note} rows={4} maxLength={2000} />
          <ActionButton intent="note" label="Save contact and notes" look="quiet" />
        </form>
      ) : (
        <Facts
          of={[
            ['Contact', school.contact || 'none'],
            ['Notes', school.note || 'none'],
          ]}
        />
      )}
    </Panel>
  )
}
