import { shortDate } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { undoRefusals } from '#src/core/rules/undo.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import {
  type DeploymentStatus,
  deploymentDecided,
  deploymentName,
  deploymentRefusals,
  describeDeploymentRefusal,
  type WaitingDeployment,
} from '#src/schools/rules/deployment.ts'
import type { ListedDeployment } from '#src/schools/rules/platform-list.ts'
import { switchesTicked } from '#src/schools/rules/school.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page, type Site } from '../../screen.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { SwitchFields } from '../switch-fields.tsx'
import { deploymentList } from './deployment-list.tsx'
import { DeploymentState } from './deployment-state.tsx'
import { findDeployment } from "#src/schools/decide-deployment.ts";
import { listAllDeployments } from "#src/schools/decide-deployment.ts";
import { findSchool } from "#src/schools/find-school.ts";
import { decideDeployment } from "#src/schools/decide-deployment.ts";
import { previewRefusal } from "#src/schools/decide-deployment.ts";
import type { DeploymentDecided } from "#src/schools/decide-deployment.ts";

interface DeploymentsPage {
  /** The deployment that the address or the form names, otherwise all that wait. */
  shown: (WaitingDeployment & { sameName: SchoolRef | null })[]
  list: ShownList<ListedDeployment>
  rights: Rights
}

/** Waiting deployments with a form on the page; the list has all. */
const MOST_WAITING = 20

const load = async (context: StaffContext) => {
  const { schools } = context.modules
  const id = rowId(urlParam(context, 'id')) ?? 0
  const found = id ? await findDeployment(app, id) : null
  const waiting = found ? [] : (await listAllDeployments(app)).filter(d => d.status === 'waiting')
  const data: DeploymentsPage = {
    shown: await withSameName(context, found ? [found] : waiting.slice(0, MOST_WAITING)),
    list: await loadList(deploymentList, context),
    rights: rightsOf(context.staff),
  }
  return page(data, { title: 'Deployments' })
}

/** Adds the school that a deployment would join, because it has this name. */
const withSameName = (
  { app, staff }: StaffContext,
  deployments: WaitingDeployment[],
): Promise<DeploymentsPage['shown']> =>
  Promise.all(
    deployments.map(async deployment => {
      const school = await findSchool(app, { kind: 'deployment', id: deployment.id }, staff)
      const [other = null] = school?.versions[0].sameName ?? []
      return { ...deployment, sameName: deployment.status === 'approved' ? null : other }
    }),
  )

const idIn = ({ fields }: Form): number => rowId(fields.id) ?? 0

const settingsIn = (fields: Fields) => ({
  name: fields.name?.trim() ?? '',
  ...switchesTicked(field => fields[field] === 'yes'),
  addsUnitColumns: fields.adds_unit_columns === 'yes',
})

const change = ({ app, staff }: StaffContext, form: Form, status?: DeploymentStatus) => {
  const { name, ...settings } = settingsIn(form.fields)
  const changed = { ...(status ? { status } : {}), ...(name ? { name } : {}), ...settings }
  return decideDeployment(app, idIn(form), changed, staff, confirmationIn(form)?.reason)
}

const refuseFor = (reason: keyof typeof deploymentRefusals) =>
  refused(reason, deploymentRefusals[reason], schoolStatus[reason])

const decided = (result: DeploymentDecided, canUndo = false) => {
  if (!result.ok) return refuseFor(result.reason)
  const { id } = result.deployment
  return done(hrefs.deployment(id), deploymentDecided(result.deployment), canUndo ? { undo: { id: String(id) } } : {})
}

const approve = async (context: StaffContext, form: Form) => decided(await change(context, form, 'approved'))
const save = async (context: StaffContext, form: Form) => decided(await change(context, form), true)

const undo = async ({ app, staff }: StaffContext, form: Form) => {
  const undone = await modules.schools.undoDeployment(idIn(form), staff)
  return !undone.ok && undone.reason === 'too_late_to_undo'
    ? refused(undone.reason, undoRefusals[undone.reason], 409)
    : decided(undone)
}

/** Asks for confirmation first if the deployment is approved, because a whole school loses access. */
const refuse = async (context: StaffContext, form: Form) => {
  const preview = await previewRefusal(context.app, idIn(form), context.staff)
  const question = preview && {
    title: `Refuse ${preview.name}?`,
    says: describeDeploymentRefusal(preview),
    button: 'Refuse',
    isDangerous: true,
    needsReason: true,
  }
  if (question && !confirmationIn(form)) return ask(question)
  const result = await change(context, form, 'refused')
  return question && !result.ok && result.reason === 'reason_required'
    ? ask(question, refuseFor(result.reason))
    : decided(result)
}

/** Deployments: installations of the tool on LTI 1.3 platforms. Lists waiting ones first (docs/rules/schools.md). */
export const deploymentsScreen = staffScreen<DeploymentsPage>({
  path: paths.deployments,
  nav: { group: 'Schools', label: 'Deployments', hint: 'A school by LTI 1.3', waits: 'deployments' },
  load: async context => csvOf(deploymentList, context) ?? load(context),
  submit: { approve, refuse, save, undo },
  View: ({ data, site }) => (
    <OfficePage
      title="Deployments"
      lead="See where schools installed Signbook. Approve a waiting one so people can open it."
    >
      <Forms data={data} site={site} />
      <ListPanel list={deploymentList} shown={data.list} timezone={site.timezone} />
    </OfficePage>
  ),
})

const Forms = ({ data, site }: { data: DeploymentsPage; site: Site }) => (
  <div className="panel-grid">
    {data.shown.map(d => (
      <Panel key={d.id} title={deploymentName(d)} form>
        <Facts
          of={[
            ['State', <DeploymentState key="s" status={d.status} />],
            ['Issuer', d.issuer],
            ['Client ID', d.clientId],
            ['Deployment', d.deploymentId],
            ['Launched from', d.seenTitle],
            ['Last launch', d.seenAt && shortDate(d.seenAt, site.timezone)],
          ]}
        />
        {d.sameName && (
          <Notice tone="plain">
            Another school is called {d.name}. <a href={hrefs.schoolPage(d.sameName)}>Open it</a>. If this is a
            different school, change the name below before you approve. Records with the same name share one page.
          </Notice>
        )}
        {data.rights.manage && <DeploymentForm deployment={d} />}
      </Panel>
    ))}
  </div>
)

const DeploymentForm = ({ deployment: d }: { deployment: WaitingDeployment }) => {
  const { fields } = usePosted('approve', 'save', 'refuse')
  const typed = fields.id === String(d.id) ? settingsIn(fields) : d
  return (
    <details open>
      <summary>{d.status === 'waiting' ? 'Approve or refuse' : 'Settings'}</summary>
      <form method="post" action={paths.deployments} className="form">
        <input type="hidden" name="id" value={d.id} />
        <Field label="School" name="name" defaultValue={typed.name ?? ''} maxLength={200} />
        <SwitchFields of={typed} />
        <Check
          label="Add a grade column for each unit link"
          hint="For links that teachers place from now on. Otherwise a course gets one column."
          name="adds_unit_columns"
          value="yes"
          defaultChecked={typed.addsUnitColumns}
        />
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
}
