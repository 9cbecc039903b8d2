import { productLabel } from '#src/courses/rules/activation.ts'
import { describeRejectedGrades } from '#src/lti/rules/grade.ts'
import { consumerMessages } from '#src/schools/rules/consumer.ts'
import type { SchoolConnections } from '#src/schools/rules/school-facts.ts'
import { Island } from '../../island-host.tsx'
import { hrefs } from '../../paths.ts'
import { ActionButton, PostButton, QuietLink } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { Badge, Copied, Facts } from '../../ui/facts.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import { DeploymentState, settingsIn, typedSettings } from '../schools.tsx'
import { useRights } from '../staff-screen.ts'
import type { SchoolPage } from './school-panel.tsx'
import SettingsForm from './settings-form.island.tsx'

export const AboutSchool = ({ data, isOpen }: { data: SchoolPage; isOpen: boolean }) => {
  const { school, rejectedGrades, overview } = data
  const { date } = useDates()
  const { everywhere, manage } = useRights()
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
          ['Default products', !everywhere && (overview.defaults.join(', ') || 'none')],
          [
            'Grades',
            rejectedGrades && (
              <RejectedGrades key="g" action={action}>
                {describeRejectedGrades(rejectedGrades)}
              </RejectedGrades>
            ),
          ],
          ['Since', date(school.createdAt)],
        ]}
      />
      {manage && (
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
export const Connections = ({ data: { school, hasCanvas } }: { data: SchoolPage }) => {
  const { manage } = useRights()
  const { consumers, deployments } = school.connections
  return (
    <Panel title="Connections">
      {!hasCanvas && consumers.some(of => of.isHosted) && <Notice tone="problem">{consumerMessages.noCanvas}</Notice>}
      {consumers.length + deployments.length === 0 && <p>None. Its courses moved to another school.</p>}
      <div className="versions">
        {consumers.map(consumer => (
          <section key={`consumer ${consumer.id}`}>
            <h3>LTI 1.1</h3>
            <Consumer of={consumer} schoolId={school.id} />
          </section>
        ))}
        {deployments.map(deployment => (
          <section key={`deployment ${deployment.id}`}>
            <h3>LTI 1.3</h3>
            <Deployment of={deployment} schoolId={school.id} />
          </section>
        ))}
      </div>
      <div className="buttons">
        {manage && <QuietLink href={hrefs.inviteSchool(school.name)}>Invite its LMS</QuietLink>}
        <QuietLink href={hrefs.schoolCartridge(school.id)}>Download links for the LMS (.imscc)</QuietLink>
        {manage && <QuietLink href={hrefs.joinSchools(school.id)}>Join with another school…</QuietLink>}
      </div>
    </Panel>
  )
}

interface ConnectionProps<Of> {
  of: Of
  schoolId: number
}

const Consumer = ({ of, schoolId }: ConnectionProps<SchoolConnections['consumers'][number]>) => (
  <>
    <Facts
      of={[
        ['Key', <Copied key="k">{of.key}</Copied>],
        ['Hosted by us', of.isHosted ? 'yes' : 'no'],
        ['Courses', of.courses.toLocaleString('en-US')],
        ['Since', useDates().date(of.createdAt)],
      ]}
    />
    {useRights().manage && (
      <div className="buttons">
        <PostButton
          to={hrefs.schoolPage(schoolId)}
          fields={{ key: of.key }}
          intent="rotate"
          label="Make a new secret…"
        />
        <MoveLink schoolId={schoolId} of={of} />
      </div>
    )}
  </>
)

const Deployment = ({ of, schoolId }: ConnectionProps<SchoolConnections['deployments'][number]>) => {
  const { date } = useDates()
  const { everywhere, manage } = useRights()
  return (
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
          ['Since', date(of.createdAt)],
        ]}
      />
      {everywhere && (
        <div className="buttons">
          <QuietLink href={hrefs.deployment(of.id)}>Open the deployment</QuietLink>
          {manage && <MoveLink schoolId={schoolId} of={of} />}
        </div>
      )}
    </>
  )
}

const MoveLink = ({ schoolId, of }: { schoolId: number; of: { kind: string; id: number } }) => (
  <QuietLink href={hrefs.moveConnection(schoolId, of)}>Move to another school…</QuietLink>
)

export const DefaultProducts = ({ data: { school, overview, choices } }: { data: SchoolPage }) => {
  const { all } = usePosted('defaults')
  const has = (p: { id: number; productCode: string }) =>
    all.intent ? all.product_ids?.includes(String(p.id)) : overview.defaults.includes(p.productCode)
  return (
    <Panel title="Default products">
      <p className="soft">New courses start with these. Without any, new courses wait for you.</p>
      {useRights().manage ? (
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

export const SchoolNotes = ({ data: { school } }: { data: SchoolPage }) => {
  const sent = usePosted('note')
  return (
    <Panel title="Contact and notes">
      {useRights().change ? (
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
