import type { Problems } from '#src/core/rules/form.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import {
  chooseSchools,
  type DeploymentDecided,
  decideDeployment,
  findDeployment,
  listDeploymentRows,
  listWaitingDeployments,
  previewRefusal,
  type SchoolChoice,
} from '#src/schools/deployments.ts'
import {
  type DeploymentDecision,
  deploymentDecided,
  deploymentName,
  deploymentRefusals,
  deploymentSorts,
  deploymentStates,
  describeDeploymentRefusal,
  guessTexts,
  type ListedDeployment,
} from '#src/schools/rules/deployment.ts'
import { describeCarried, listEvidence, type MoveCandidate } from '#src/schools/rules/lms-moves.ts'
import { NEW_SWITCHES, switchesTicked } from '#src/schools/rules/school.ts'
import { schoolChoices } from '#src/schools/rules/school-facts.ts'
import { askFirst, confirmationIn, done, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Fields, type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Bullets, Facts, linkTo } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { csvOf, loadList, type StaffList, stateFilter } from '../list/staff-list.ts'
import { DeploymentState } from '../schools.tsx'
import { SwitchFields } from '../setting-fields.tsx'
import { formId, rightsOf, type StaffContext, staffScreen, urlId, useRights } from '../staff-screen.ts'

/** Waiting deployments with a form on the page; the list has all. */
const MOST_WAITING = 20

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const id = urlId(context)
  const found = id ? await findDeployment(app.db, id) : null
  const shown = found ? [found] : (await listWaitingDeployments(app.db)).slice(0, MOST_WAITING)
  const undecided = shown.filter(d => d.schoolId === null)
  const choices = rightsOf(staff).manage ? await chooseSchools(app, undecided, staff) : new Map<number, never>()
  const data = {
    /** The deployment that the address or the form names, otherwise all that wait. */
    shown: shown.map(d => ({
      ...d,
      /** Schools that it may belong to; null if it has one. */
      choice: choices.get(d.id) ?? null,
    })),
    list: await loadList(deploymentList, context),
  }
  return page(data, { title: 'Deployments' })
}
type DeploymentsPage = DataOf<typeof load>

/** Reads what was chosen: a school, or a new one with its name and settings. */
const approvalIn = (fields: Fields): DeploymentDecision => {
  const schoolId = rowId(fields.school)
  if (schoolId !== null) return { status: 'approved', schoolId }
  if (fields.school !== NEW_SCHOOL) return { status: 'approved' }
  const switches = switchesTicked(field => fields[field] === 'yes')
  return { status: 'approved', newSchool: { name: fields.name ?? '', ...switches } }
}

const refuseFor = makeRefuser(deploymentRefusals, schoolStatus)

const decided = (result: DeploymentDecided) =>
  result.ok
    ? done(result.asks ? paths.lmsMoves : hrefs.deployment(result.deployment.id), deploymentDecided(result.deployment))
    : refuseFor(result.reason)

const approve = async ({ app, staff }: StaffContext, form: Form) =>
  decided(await decideDeployment(app, formId(form), approvalIn(form.fields), staff))

/** Asks for confirmation first if the deployment is approved, because a whole school loses access. */
const refuse = async ({ app, staff }: StaffContext, form: Form) => {
  const act = async ({ reason }: { reason?: string }) =>
    decided(await decideDeployment(app, formId(form), { status: 'refused' }, staff, reason))
  const preview = await previewRefusal(app, formId(form), staff)
  if (!preview) return act(confirmationIn(form) ?? {})
  const question = {
    title: `Refuse the ${preview.name}?`,
    says: describeDeploymentRefusal(preview),
    button: 'Refuse',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, act)
}

/** Deployments: installations of the tool on LTI 1.3 platforms. Lists waiting ones first (docs/rules/schools.md). */
export const deploymentsScreen = staffScreen<DeploymentsPage>({
  path: paths.deployments,
  nav: { section: 'Connections', label: 'Deployments', waits: 'deployments' },
  load: async context => csvOf(deploymentList, context) ?? load(context),
  acts: 'manage',
  submit: { approve, refuse },
  fields: ['school', 'name'],
  View: ({ data }) => (
    <OfficePage
      title="Deployments"
      lead="See where schools installed Signbook. Approve a waiting one so people can open it."
    >
      <div className="panel-grid">
        {data.shown.map(d => (
          <DeploymentPanel key={d.id} of={d} />
        ))}
      </div>
      <ListPanel list={deploymentList} shown={data.list} />
    </OfficePage>
  ),
})

const deploymentList: StaffList<ListedDeployment> = {
  name: 'deployments',
  title: 'All deployments',
  path: paths.deployments,
  search: 'School, domain or deployment ID',
  columns: [
    {
      head: 'School',
      value: deploymentName,
      cell: d => (
        <TwoLines below={(d.school ?? d.seenName) && d.domain}>
          <a href={hrefs.deployment(d.id)}>{deploymentName(d)}</a>
        </TwoLines>
      ),
    },
    { head: 'Issuer', value: d => d.issuer, inFile: true },
    { head: 'Client ID', value: d => d.clientId, inFile: true },
    { head: 'Deployment', value: d => d.deploymentId },
    { head: 'State', value: d => d.status, cell: d => <DeploymentState status={d.status} /> },
    { head: 'Courses', value: d => d.courses, figure: true },
    { head: 'Launched from', value: d => d.seenTitle, minor: true },
    { head: 'Last launch', value: d => d.seenAt, minor: true },
  ],
  filters: [stateFilter(deploymentStates)],
  sorts: deploymentSorts,
  empty: 'No deployment matches. Each one appears after its first launch.',
  holds: 'facts',
  find: ({ db }, query) => listDeploymentRows(db, query),
}

/** Value of the choice that makes a new school. */
const NEW_SCHOOL = 'new'

/** A deployment, with the form to approve or refuse it. */
const DeploymentPanel = ({ of: d }: { of: DeploymentsPage['shown'][number] }) => {
  const { date } = useDates()
  const { manage } = useRights()
  return (
    <Panel title={deploymentName(d)} form>
      <Facts
        of={[
          ['State', <DeploymentState key="s" status={d.status} />],
          ['School', d.schoolId !== null && linkTo(hrefs.schoolPage(d.schoolId), d.school)],
          ['Name in the LMS', d.seenName],
          ['Platform', d.domain],
          ['Issuer', d.issuer],
          ['Client ID', d.clientId],
          ['Deployment', d.deploymentId],
          ['Launched from', d.seenTitle],
          ['Last launch', d.seenAt && date(d.seenAt)],
        ]}
      />
      {manage && (
        <form method="post" action={paths.deployments} className="form">
          <input type="hidden" name="id" value={d.id} />
          {d.choice && <ChooseSchool id={d.id} choice={d.choice} />}
          <div className="buttons">
            {d.status !== 'approved' && <ActionButton intent="approve" label="Approve" />}
            {d.status !== 'refused' && (
              <ActionButton intent="refuse" label={d.status === 'approved' ? 'Refuse…' : 'Refuse'} look="quiet" />
            )}
          </div>
        </form>
      )}
    </Panel>
  )
}

const describeKnown = (of: MoveCandidate) =>
  `${of.school}, ${of.name} (${listEvidence(of).join(', ')}): ${describeCarried(of).join(' ')}`

/** Asks which school installed it: one of these, or a new one with this name and these settings. */
const ChooseSchool = ({ id, choice: { guesses, others, newName, known } }: { id: number; choice: SchoolChoice }) => {
  const answered = usePosted('approve', 'refuse')
  const isThis = answered.fields.id === String(id)
  const fields: Fields = isThis ? answered.fields : {}
  const problems: Problems = isThis ? answered.problems : {}
  const switches = isThis ? switchesTicked(field => fields[field] === 'yes') : NEW_SWITCHES
  const groups = [
    {
      label: 'Maybe one of these',
      options: guesses.map(({ id, name, because }) => ({
        value: String(id),
        label: `${name} (${guessTexts[because]})`,
      })),
    },
    { label: guesses.length > 0 ? 'All others' : 'All schools', options: schoolChoices(others) },
  ]
  return (
    <>
      {known.length > 0 && (
        <>
          <Notice tone="problem">
            This LMS is known. Without your decision on the next page, its courses and people would exist twice.
          </Notice>
          <details open={known.length < 3}>
            <summary>{known.length === 1 ? 'The connection' : `The ${known.length} connections`} of this LMS</summary>
            <Bullets of={known.map(describeKnown)} />
          </details>
        </>
      )}
      <Select
        label="A new school, or one of these?"
        name="school"
        value={fields.school ?? (guesses.length > 0 ? '' : NEW_SCHOOL)}
        options={[
          ...(guesses.length > 0 ? [{ value: '', label: 'Choose' }] : []),
          { value: NEW_SCHOOL, label: 'A new school' },
        ]}
        groups={groups.filter(g => g.options.length > 0)}
        problem={problems.school}
      />
      <Field
        label="Name of the new school"
        name="name"
        defaultValue={fields.name ?? newName}
        problem={problems.name}
        maxLength={200}
        autoComplete="off"
      />
      <details open={isThis && fields.school === NEW_SCHOOL}>
        <summary>Settings of the new school</summary>
        <div className="form">
          <SwitchFields of={switches} />
        </div>
      </details>
    </>
  )
}
