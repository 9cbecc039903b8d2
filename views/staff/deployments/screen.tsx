import { rowId } from '#src/core/rules/row-id.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import type { DeploymentDecided, SchoolChoice } from '#src/schools/deployments.ts'
import {
  chooseSchools,
  decideDeployment,
  findDeployment,
  listAllDeployments,
  previewRefusal,
} from '#src/schools/deployments.ts'
import {
  type DeploymentDecision,
  deploymentDecided,
  deploymentRefusals,
  describeDeploymentRefusal,
  type WaitingDeployment,
} from '#src/schools/rules/deployment.ts'
import type { ListedDeployment } from '#src/schools/rules/platform-list.ts'
import { switchesTicked } from '#src/schools/rules/school.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { DeploymentPanel, NEW_SCHOOL } from './deployment.tsx'
import { deploymentList } from './deployment-list.tsx'

export interface ShownDeployment extends WaitingDeployment {
  /** Schools that it may belong to; null if it has one. */
  choice: SchoolChoice | null
}

interface DeploymentsPage {
  /** The deployment that the address or the form names, otherwise all that wait. */
  shown: ShownDeployment[]
  list: ShownList<ListedDeployment>
  rights: Rights
}

/** Waiting deployments with a form on the page; the list has all. */
const MOST_WAITING = 20

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const id = rowId(urlParam(context, 'id')) ?? 0
  const found = id ? await findDeployment(app, id) : null
  const waiting = found ? [] : (await listAllDeployments(app)).filter(d => d.status === 'waiting')
  const rights = rightsOf(staff)
  const shown = found ? [found] : waiting.slice(0, MOST_WAITING)
  const undecided = shown.filter(d => d.schoolId === null)
  const choices = rights.manage ? await chooseSchools(app, undecided, staff) : new Map<number, never>()
  const data: DeploymentsPage = {
    shown: shown.map(d => ({ ...d, choice: choices.get(d.id) ?? null })),
    list: await loadList(deploymentList, context),
    rights,
  }
  return page(data, { title: 'Deployments' })
}

const idIn = ({ fields }: Form): number => rowId(fields.id) ?? 0

/** Reads what was chosen: a school, or a new one with its name and settings. */
const approvalIn = (fields: Fields): DeploymentDecision => {
  const schoolId = rowId(fields.school)
  if (schoolId !== null) return { status: 'approved', schoolId }
  if (fields.school !== NEW_SCHOOL) return { status: 'approved' }
  const switches = switchesTicked(field => fields[field] === 'yes')
  const addsUnitColumns = fields.adds_unit_columns === 'yes'
  return { status: 'approved', newSchool: { name: fields.name ?? '', ...switches, addsUnitColumns } }
}

const refuseFor = (reason: keyof typeof deploymentRefusals) =>
  refused(reason, deploymentRefusals[reason], schoolStatus[reason])

const decided = (result: DeploymentDecided) =>
  result.ok
    ? done(hrefs.deployment(result.deployment.id), deploymentDecided(result.deployment))
    : refuseFor(result.reason)

const approve = async ({ app, staff }: StaffContext, form: Form) =>
  decided(await decideDeployment(app, idIn(form), approvalIn(form.fields), staff))

/** Asks for confirmation first if the deployment is approved, because a whole school loses access. */
const refuse = async ({ app, staff }: StaffContext, form: Form) => {
  const preview = await previewRefusal(app, idIn(form), staff)
  const question = preview && {
    title: `Refuse the ${preview.name}?`,
    says: describeDeploymentRefusal(preview),
    button: 'Refuse',
    isDangerous: true,
    needsReason: true,
  }
  const confirmation = confirmationIn(form)
  if (question && !confirmation) return ask(question)
  const result = await decideDeployment(app, idIn(form), { status: 'refused' }, staff, confirmation?.reason)
  return question && !result.ok && result.reason === 'reason_required'
    ? ask(question, refuseFor(result.reason))
    : decided(result)
}

/** Deployments: installations of the tool on LTI 1.3 platforms. Lists waiting ones first (docs/rules/schools.md). */
export const deploymentsScreen = staffScreen<DeploymentsPage>({
  path: paths.deployments,
  nav: { group: 'Schools', label: 'Deployments', hint: 'A school by LTI 1.3', waits: 'deployments' },
  load: async context => csvOf(deploymentList, context) ?? load(context),
  submit: { approve, refuse },
  fields: ['school', 'name'],
  View: ({ data, site }) => (
    <OfficePage
      title="Deployments"
      lead="See where schools installed Signbook. Approve a waiting one so people can open it."
    >
      <div className="panel-grid">
        {data.shown.map(d => (
          <DeploymentPanel key={d.id} of={d} canDecide={data.rights.manage} timezone={site.timezone} />
        ))}
      </div>
      <ListPanel list={deploymentList} shown={data.list} timezone={site.timezone} />
    </OfficePage>
  ),
})
