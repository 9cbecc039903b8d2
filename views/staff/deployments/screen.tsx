import { shortDate } from '#src/domain/business-day.ts'
import {
  type DeploymentStatus,
  deploymentMessages,
  deploymentName,
  type WaitingDeployment,
} from '#src/domain/platform.ts'
import { rowId } from '#src/domain/row-id.ts'
import { switchesTicked } from '#src/domain/school.ts'
import { paths } from '../../paths.ts'
import { type Form, page, type Result, type Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Said, type Saying } from '../../ui/said.tsx'
import { type Asking, answerOf, answerProblem, Confirm } from '../confirm.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { SwitchFields } from '../switch-fields.tsx'

interface DeploymentsPage {
  deployments: WaitingDeployment[]
  rights: Rights
  saying: Saying | null
  asking: Asking | null
}

const show = async (
  context: StaffContext,
  { status = 200, ...shown }: Partial<DeploymentsPage> & { status?: number } = {},
) => {
  const deployments = await context.operations.listDeployments()
  const data: DeploymentsPage = { saying: null, asking: null, ...shown, deployments, rights: rightsOf(context.staff) }
  return page(data, { title: 'Deployments', status })
}

const idIn = ({ fields }: Form): number => rowId(fields.id) ?? 0

const decide =
  (status?: DeploymentStatus) =>
  async (context: StaffContext, form: Form): Promise<Result<DeploymentsPage>> => {
    const { fields } = form
    const name = fields.name?.trim()
    const change = {
      ...(status ? { status } : {}),
      ...(name ? { name } : {}),
      ...switchesTicked(field => fields[field] === 'yes'),
    }
    const done = await context.operations.decideDeployment(idIn(form), change, context.staff, answerOf(form)?.reason)
    const problem = (text: string, code: number) => show(context, { saying: { tone: 'problem', text }, status: code })
    if (!done) return problem(deploymentMessages.notFound, 404)
    if (done === 'nothing-left') return problem(deploymentMessages.oneWay, 422)
    return show(context, { saying: { tone: 'good', text: deploymentMessages.decided(done) } })
  }

/** A whole school stands outside afterwards, where it was in: first it says so. */
const refuse = async (context: StaffContext, form: Form): Promise<Result<DeploymentsPage>> => {
  const preview = await context.operations.previewRefusal(idIn(form), context.staff)
  const answer = answerOf(form)
  const problem = answerProblem(answer)
  if (!preview || (answer && !problem)) return decide('refused')(context, form)
  const { intent: _intent, reason: _reason, seen: _seen, ...fields } = form.fields
  const asking: Asking = {
    title: `Refuse ${preview.name}?`,
    says: preview.says,
    fields,
    intent: 'refuse',
    button: 'Refuse',
    reason: '',
    problem,
  }
  return show(context, { asking, status: problem ? 422 : 200 })
}

/** Installations of the tool on LTI 1.3 platforms: those that wait for a yes first (rules.md E4). */
export const deploymentsScreen = staffScreen<DeploymentsPage>({
  path: paths.deployments,
  nav: { group: 'Schools', label: 'Deployments' },
  load: context => show(context),
  submit: { approve: decide('approved'), refuse, save: decide() },
  View: ({ data, site }) => (
    <OfficePage
      title="Deployments"
      lead="Where schools have installed Signbook by LTI 1.3. One that waits cannot be opened until it is approved."
    >
      <Said saying={data.saying} />
      {data.asking ? (
        <Confirm asking={data.asking} action={paths.deployments} back={paths.deployments} />
      ) : (
        <All data={data} site={site} />
      )}
    </OfficePage>
  ),
})

const All = ({ data, site }: { data: DeploymentsPage; site: Site }) => (
  <>
    {data.deployments.length === 0 && <p className="soft">No deployment yet: it appears with its first launch.</p>}
    {data.deployments.map(d => (
      <Panel key={d.id} title={deploymentName(d)} form>
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
  </>
)

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
            {d.status === 'approved' ? 'Refuse…' : 'Refuse'}
          </Button>
        )}
      </div>
    </form>
  </details>
)
