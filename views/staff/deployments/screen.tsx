import { shortDate } from '#src/domain/business-day.ts'
import { type DeploymentStatus, deploymentMessages, type WaitingDeployment } from '#src/domain/platform.ts'
import { switchesTicked } from '#src/domain/school.ts'
import { paths } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Said, type Saying } from '../../ui/said.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { SwitchFields } from '../switch-fields.tsx'

interface DeploymentsPage {
  deployments: WaitingDeployment[]
  rights: Rights
  saying: Saying | null
}

const show = async (context: StaffContext, saying: Saying | null = null, status = 200) => {
  const deployments = await context.operations.listDeployments()
  return page({ deployments, rights: rightsOf(context.staff), saying }, { title: 'Deployments', status })
}

const decide =
  (status?: DeploymentStatus) =>
  async (context: StaffContext, { fields }: Form): Promise<Result<DeploymentsPage>> => {
    const name = fields.name?.trim()
    const change = {
      ...(status ? { status } : {}),
      ...(name ? { name } : {}),
      ...switchesTicked(field => fields[field] === 'yes'),
    }
    const id = /^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : 0
    const done = await context.operations.decideDeployment(id, change, context.staff)
    if (!done) return show(context, { tone: 'problem', text: deploymentMessages.notFound }, 404)
    if (done === 'nothing-left') return show(context, { tone: 'problem', text: deploymentMessages.oneWay }, 422)
    return show(context, { tone: 'good', text: `${titleOf(done)} is ${done.status}.` })
  }

const titleOf = (d: WaitingDeployment) => d.name ?? `${d.issuer}, deployment ${d.deploymentId}`

/** Installations of the tool on LTI 1.3 platforms: those that wait for a yes first (rules.md E4). */
export const deploymentsScreen = staffScreen<DeploymentsPage>({
  path: paths.deployments,
  nav: { group: 'Schools', label: 'Deployments' },
  load: context => show(context),
  submit: { approve: decide('approved'), refuse: decide('refused'), save: decide() },
  View: ({ data, site }) => (
    <OfficePage
      title="Deployments"
      lead="Where schools have installed Signbook by LTI 1.3. One that waits cannot be opened until it is approved."
    >
      <Said saying={data.saying} />
      {data.deployments.length === 0 && <p className="soft">No deployment yet: it appears with its first launch.</p>}
      {data.deployments.map(d => (
        <Panel key={d.id} title={titleOf(d)} form>
          <Facts
            of={[
              ['State', <Status key="s" status={d.status} />],
              ['Issuer', d.issuer],
              ['Client id', d.clientId],
              ['Deployment', d.deploymentId],
              ['Seen from', d.seenTitle],
              ['Last launch', d.seenAt && shortDate(d.seenAt, site.timezone)],
            ]}
          />
          {data.rights.manage && <DeploymentForm deployment={d} />}
        </Panel>
      ))}
    </OfficePage>
  ),
})

const Status = ({ status }: { status: DeploymentStatus }) => (
  <span className={`tag ${status === 'approved' ? 'tag-good' : status === 'refused' ? 'tag-problem' : ''}`}>
    {status}
  </span>
)

const DeploymentForm = ({ deployment: d }: { deployment: WaitingDeployment }) => (
  <details open={d.status === 'waiting'}>
    <summary>{d.status === 'waiting' ? 'Decide' : 'Settings'}</summary>
    <form method="post" action={paths.deployments} className="form">
      <input type="hidden" name="id" value={d.id} />
      <Field label="School" name="name" defaultValue={d.name ?? ''} maxLength={200} />
      <SwitchFields of={d} />
      <div className="buttons">
        {d.status === 'approved' ? (
          <Button name="intent" value="save">
            Save
          </Button>
        ) : (
          <Button name="intent" value="approve">
            Approve
          </Button>
        )}
        {d.status !== 'refused' && (
          <Button look="quiet" name="intent" value="refuse">
            Refuse
          </Button>
        )}
      </div>
    </form>
  </details>
)
