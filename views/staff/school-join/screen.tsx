import { schoolStatus } from '#src/schools/contract.ts'
import { type JoinPreview, joinSchools, previewJoin } from '#src/schools/join-schools.ts'
import {
  describeJoin,
  joinedProducts,
  joinMessages,
  joinRefusals,
  type SchoolNumbers,
  type SettingChoices,
} from '#src/schools/rules/join-schools.ts'
import type { ListedSchool, NamedSchool } from '#src/schools/rules/school-facts.ts'
import { findSchool } from '#src/schools/schools.ts'
import { ask, confirmationIn, done, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page } from '../../screen.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { Field, FieldProblem } from '../../ui/field.tsx'
import { OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { loadList, type StaffList } from '../list/staff-list.ts'
import { schoolPicker } from '../schools.tsx'
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'

const pickerFor = (school: NamedSchool): StaffList<ListedSchool> =>
  schoolPicker({
    school,
    path: hrefs.joinSchools(school.id),
    title: 'Which school is the same?',
    choose: other => (
      <a href={hrefs.joinSchools(school.id, other.id)} aria-label={`Compare with ${other.name}`}>
        Compare
      </a>
    ),
  })

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const school = await findSchool(app, urlId(context), staff)
  if (!school) return page(null, { title: joinRefusals.school_not_found.message, status: 404 })
  const other = urlId(context, 'other')
  const found = other ? await previewJoin(app, { staysId: school.id, joinsId: other }, staff) : null
  const data = {
    school,
    /** The other school was chosen: both in numbers. */
    preview: found?.ok ? found.preview : null,
    /** Schools to choose from. */
    list: found?.ok ? null : await loadList(pickerFor(school), context),
  }
  return page(data, { title: `Join ${school.name}`, status: found?.ok === false ? 404 : 200 })
}

const PREFIX = 'setting_'

const choicesIn = (fields: Fields, { differing }: JoinPreview): SettingChoices =>
  Object.fromEntries(
    differing.flatMap(({ setting }) => {
      const chosen = fields[PREFIX + setting]
      return chosen === 'stays' || chosen === 'joins' ? [[setting, chosen]] : []
    }),
  )

const refuse = makeRefuser(joinRefusals, schoolStatus)

/** Names what would move, to notice that it changed since it was shown. */
const effectsOf = ({ stays, joins, differing }: JoinPreview): string =>
  [stays, joins, ...differing].flatMap(of => Object.values(of)).join('|')

/** Joins the schools after a confirmation, because it cannot be undone. */
const join = async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const pair = { staysId: urlId(context), joinsId: urlId(context, 'other') }
  const name = form.fields.name?.trim() ?? ''
  const found = await previewJoin(app, pair, staff)
  const confirmation = confirmationIn(form)
  if (found.ok && confirmation?.confirmed !== effectsOf(found.preview)) {
    const { preview } = found
    const choices = choicesIn(form.fields, preview)
    if (name === '') return refuse('school_name_required')
    if (preview.differing.some(({ setting }) => !choices[setting])) return refuse('settings_not_chosen')
    return ask({
      title: `Join ${preview.joins.name} with ${preview.stays.name}?`,
      says: describeJoin(preview.stays, preview.joins),
      effectsKey: effectsOf(preview),
      button: 'Join these schools',
      isDangerous: true,
      needsReason: false,
    })
  }
  const choices = found.ok ? choicesIn(form.fields, found.preview) : {}
  const result = await joinSchools(app, { ...pair, name, choices }, staff)
  return result.ok ? done(hrefs.schoolPage(result.school.id), joinMessages.joined(name)) : refuse(result.reason)
}

/** Joins two schools that are one: choose the other, compare them, and confirm. */
export const joinSchoolsScreen = staffScreen({
  path: paths.joinSchools,
  right: 'manage',
  nav: { section: 'Connections', label: 'Join schools', isUnlisted: true },
  load,
  submit: { join },
  fields: ['name', 'settings'],
  View: ({ data }) => {
    if (!data) return <OfficePage title="School" lead={joinRefusals.school_not_found.message} />
    const { school, preview, list } = data
    return (
      <OfficePage
        title={`Join ${school.name} with another school`}
        lead="Two records are one school? Join them, so that they share settings, courses, codes and seats."
      >
        {preview && <Compare preview={preview} />}
        {list && <ListPanel list={pickerFor(school)} shown={list} />}
        <p>
          <a href={hrefs.schoolPage(school.id)}>Back to {school.name}</a>
        </p>
      </OfficePage>
    )
  },
})

const COMPARED: [string, (of: SchoolNumbers) => number | string][] = [
  ['Keys (LTI 1.1)', s => s.consumers],
  ['Deployments (LTI 1.3)', s => s.deployments],
  ['Courses', s => s.courses],
  ['People', s => s.people],
  ['Batches of codes', s => s.batches],
  ['Codes', s => s.codes],
  ['Seat links', s => s.seatLinks],
  ['Staff limited to it', s => s.staff],
  ['Default products', s => s.defaultProducts.join(', ') || 'none'],
]

const Compare = ({ preview: { stays, joins, differing } }: { preview: JoinPreview }) => {
  const sent = usePosted('join')
  const { fields, problems } = sent
  return (
    <Panel title={`${stays.name} and ${joins.name}`}>
      <form method="post" action={hrefs.joinSchools(stays.id, joins.id)} className="form">
        <DataTable
          caption="Both schools in numbers"
          head={['What', stays.name, joins.name]}
          figures={[1, 2]}
          rows={COMPARED.map(([label, of]) => ({ key: label, cells: [label, of(stays), of(joins)] }))}
        />
        {differing.length > 0 && (
          <>
            <h3>Settings that differ</h3>
            <FieldProblem>{problems.settings}</FieldProblem>
            {differing.map(({ setting, label, values }) => (
              <fieldset key={setting} className="checks">
                <legend>{label}</legend>
                {(['stays', 'joins'] as const).map((of, at) => (
                  <Check
                    key={of}
                    type="radio"
                    label={values[at]}
                    hint={`as ${of === 'stays' ? stays.name : joins.name}`}
                    name={PREFIX + setting}
                    value={of}
                    defaultChecked={fields[PREFIX + setting] === of}
                    required
                  />
                ))}
              </fieldset>
            ))}
          </>
        )}
        <Field
          label="Name of the joined school"
          hint="Students and teachers see it on pages and in mail."
          name="name"
          sent={sent}
          defaultValue={stays.name}
          maxLength={200}
        />
        {joinedProducts(stays, joins).length > 1 && stays.deployments + joins.deployments > 0 && (
          <p className="soft">
            The joined school gets the default products of both. A course of LTI 1.3 gets them only if there is one.
          </p>
        )}
        <div className="buttons">
          <ActionButton intent="join" label="Join…" />
          <QuietLink href={hrefs.joinSchools(stays.id)}>Choose another school</QuietLink>
        </div>
      </form>
    </Panel>
  )
}
