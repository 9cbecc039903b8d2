import { shortDate } from '#src/core/rules/business-day.ts'
import type { Problems } from '#src/core/rules/form.ts'
import type { SchoolChoice } from '#src/schools/deployments.ts'
import { deploymentName, guessTexts } from '#src/schools/rules/deployment.ts'
import { NEW_SWITCHES, switchesTicked } from '#src/schools/rules/school.ts'
import { schoolChoices } from '#src/schools/rules/school-list.ts'
import { hrefs, paths } from '../../paths.ts'
import type { Fields } from '../../screen.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Select } from '../../ui/select.tsx'
import { SwitchFields, UnitColumns } from '../switch-fields.tsx'
import { DeploymentState } from './deployment-state.tsx'
import type { ShownDeployment } from './screen.tsx'

/** Value of the choice that makes a new school. */
export const NEW_SCHOOL = 'new'

interface DeploymentPanelProps {
  of: ShownDeployment
  canDecide: boolean
  timezone: string
}

/** A deployment, with the form to approve or refuse it. */
export const DeploymentPanel = ({ of: d, canDecide, timezone }: DeploymentPanelProps) => (
  <Panel title={deploymentName(d)} form>
    <Facts
      of={[
        ['State', <DeploymentState key="s" status={d.status} />],
        [
          'School',
          d.schoolId !== null && (
            <a key="h" href={hrefs.schoolPage(d.schoolId)}>
              {d.school}
            </a>
          ),
        ],
        ['Name in the LMS', d.seenName],
        ['Platform', d.domain],
        ['Issuer', d.issuer],
        ['Client ID', d.clientId],
        ['Deployment', d.deploymentId],
        ['Launched from', d.seenTitle],
        ['Last launch', d.seenAt && shortDate(d.seenAt, timezone)],
      ]}
    />
    {canDecide && (
      <form method="post" action={paths.deployments} className="form">
        <input type="hidden" name="id" value={d.id} />
        {d.choice && <ChooseSchool id={d.id} choice={d.choice} />}
        <div className="buttons">
          {d.status !== 'approved' && (
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
    )}
  </Panel>
)

/** Asks which school installed it: one of these, or a new one with this name and these settings. */
const ChooseSchool = ({ id, choice: { guesses, others, newName } }: { id: number; choice: SchoolChoice }) => {
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
          <UnitColumns isOn={fields.adds_unit_columns === 'yes'} />
        </div>
      </details>
    </>
  )
}
