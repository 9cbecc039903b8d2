import { checkForm } from '#src/core/rules/form.ts'
import { retryGrades } from '#src/lti/grades.ts'
import { describeRejectedGrades } from '#src/lti/rules/grade.ts'
import { createConsumer, findConsumer } from '#src/schools/consumers.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { type Consumer, type ConsumerReason, consumerMessages, consumerRefusals } from '#src/schools/rules/consumer.ts'
import { CreateConsumerForm } from '#src/schools/rules/consumer-form.ts'
import { settingsChanged } from '#src/schools/rules/school.ts'
import { type ListedSchool, schoolSorts, schoolStates, schoolVersions } from '#src/schools/rules/school-facts.ts'
import { listSchools, undoSchoolChange, updateConsumer } from '#src/schools/schools.ts'
import { done, invalid, posted, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, useAnswer, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { choiceFilter, csvOf, loadList, type ShownList, type StaffList, stateFilter } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { answerRetry, RejectedGrades } from '../rejected-grades.tsx'
import { loadSchool, type SchoolPage, SchoolPanel } from '../school/school-panel.tsx'
import SettingsForm from '../school/settings-form.island.tsx'
import { RotateForm, rotateSecret, Secret, settingFacts, settingsIn, typedSettings } from '../schools.tsx'
import { doneUndo, type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

interface ConsumerPage {
  key: string
  /** The look-up was sent empty. */
  isBlank: boolean
  byKey: Consumer | null
  byName: Consumer | null
  /** Null while a key is looked up. */
  list: ShownList<ListedSchool> | null
  /** Data of the school's own page. */
  shown: SchoolPage | null
  /** False: students who sign up with a hosted school are not enrolled. */
  hasCanvas: boolean
  rights: Rights
}

const load = async (context: StaffContext) => {
  const { app, staff, query, answer } = context
  const key = urlParam(context, 'key')
  const isBlank = key === '' && query.key !== undefined
  const name = posted(answer, 'create').fields.name?.trim()
  const { byKey, byName } = key ? await findConsumer(app, key, name ?? key) : { byKey: null, byName: null }
  const data: ConsumerPage = {
    key,
    isBlank,
    byKey,
    byName: byName && byName.id !== byKey?.id ? byName : null,
    list: key ? null : await loadList(schoolList, context),
    shown: byKey && (await loadSchool(context, byKey.schoolId)),
    hasCanvas: app.canvas !== null,
    rights: rightsOf(staff),
  }
  return page(data, { title: 'Manage Consumer', status: isBlank ? 422 : 200 })
}

const keyIn = ({ fields }: Form): string => (fields.key ?? '').trim()

const refuse = (reason: ConsumerReason) => refused(reason, consumerRefusals[reason], schoolStatus[reason])

/** Creates a school. A name that is taken is refused, so that staff choose another. */
const create = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const checked = checkForm(CreateConsumerForm, fields)
  if (!checked.ok) return invalid(checked.problems)
  const result = await createConsumer(app, checked.value, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.consumer(result.consumer.key), consumerMessages.created, { shows: { secret: result.secret } })
}

const update = async ({ app, staff }: StaffContext, form: Form) => {
  const key = keyIn(form)
  const { byKey } = await findConsumer(app, key)
  const before = byKey && typedSettings(byKey)
  const typed = settingsIn(form.fields, before)
  if (before && !settingsChanged(before, typed))
    return done(hrefs.consumer(key), consumerMessages.nothing, { tone: 'problem' })
  const result = await updateConsumer(app, { key, ...typed }, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.consumer(key), consumerMessages.updated, { undo: { key } })
}

const undo = async ({ app, staff }: StaffContext, form: Form) => {
  const { byKey } = await findConsumer(app, keyIn(form))
  return doneUndo(hrefs.consumer(keyIn(form)), await undoSchoolChange(app, byKey?.schoolId ?? 0, staff))
}

const rotate = (context: StaffContext, form: Form) => rotateSecret(context, form, hrefs.consumer(keyIn(form)))

/** Sends rejected grades again, once the school has fixed its LMS. */
const grades = async ({ app, staff }: StaffContext, form: Form) => {
  const { byKey } = await findConsumer(app, keyIn(form))
  const retried = byKey && retryGrades(app, { kind: 'school', id: byKey.schoolId }, staff)
  return answerRetry(hrefs.consumer(keyIn(form)), retried)
}

/** Manage Consumer: finds a school by its key (LTI 1.1), creates it if missing, and changes its settings. */
export const consumerScreen = staffScreen<ConsumerPage>({
  path: [paths.manageConsumer, `${paths.manageConsumer}/:key`],
  nav: { section: 'Look-ups', label: 'Manage Consumer', hint: 'List of schools' },
  load: async context => csvOf(schoolList, context) ?? load(context),
  submit: { create, update, rotate, grades, undo },
  fields: ['key', 'name', 'email_domain'],
  View: ({ data, site }) => {
    const answer = useAnswer()
    const { secret } = useShownOnce<{ secret: string }>()
    return (
      <OfficePage title="Manage Consumer" lead="Find or create a school that uses LTI 1.1.">
        <Lookup
          action={paths.manageConsumer}
          label="Key"
          name="key"
          defaultValue={data.key}
          problem={data.isBlank ? consumerMessages.blankKey : answer?.problems.key}
          button="Find"
          resets={data.key !== ''}
        />
        {secret && data.byKey && <Secret consumerKey={data.byKey.key} secret={secret} site={site} />}
        {data.byKey ? (
          data.shown && (
            <SchoolPanel data={data.shown} site={site}>
              <ConsumerDetails data={data} consumer={data.byKey} shown={data.shown} />
              {data.rights.manage && <NewSecret consumer={data.byKey} />}
            </SchoolPanel>
          )
        ) : data.key ? (
          <CreateForm data={data} />
        ) : (
          data.list && <ListPanel list={schoolList} shown={data.list} timezone={site.timezone} />
        )}
      </OfficePage>
    )
  },
})

interface DetailsProps {
  data: ConsumerPage
  consumer: Consumer
  shown: SchoolPage
}

/** The settings of the school that the key belongs to. */
const ConsumerDetails = ({ data, consumer, shown: { rejectedGrades } }: DetailsProps) => {
  const before = typedSettings(consumer)
  const { fields, problems } = usePosted('update')
  const typed = fields.key === undefined ? before : settingsIn(fields, before)
  return (
    <Panel title={consumer.name}>
      {consumer.isHosted && !data.hasCanvas && <Notice tone="problem">{consumerMessages.noCanvas}</Notice>}
      <Facts
        of={[
          ['Key', consumer.key],
          [
            'School',
            <a key="s" href={hrefs.schoolPage(consumer.schoolId)}>
              Page of this school
            </a>,
          ],
          ['Hosted by us', consumer.isHosted ? 'yes' : 'no'],
          [
            'Grades',
            rejectedGrades && (
              <RejectedGrades
                key="u"
                action={hrefs.consumer(consumer.key)}
                fields={{ key: consumer.key }}
                canRetry={data.rights.change}
              >
                {describeRejectedGrades(rejectedGrades)}
              </RejectedGrades>
            ),
          ],
          ...(data.rights.manage ? [] : settingFacts(consumer)),
        ]}
      />
      {data.rights.manage && (
        <Island
          of={SettingsForm}
          props={{ action: hrefs.consumer(consumer.key), consumerKey: consumer.key, before, typed, problems }}
        />
      )}
    </Panel>
  )
}

const NewSecret = ({ consumer }: { consumer: Consumer }) => (
  <Panel title="Secret">
    <p>
      You see a new secret only once. The current secret keeps working, so the school has time to switch. Any older
      secret stops working.
    </p>
    <RotateForm action={hrefs.consumer(consumer.key)} consumerKey={consumer.key} />
  </Panel>
)

const onOff = (on: boolean): string => (on ? 'on' : 'off')

const versionsOf = ({ keys, domains }: ListedSchool): string =>
  [...(keys.length > 0 ? ['1.1'] : []), ...(domains.length > 0 ? ['1.3'] : [])].join(', ')

/** All schools, each once, with their connections. */
const schoolList: StaffList<ListedSchool> = {
  name: 'schools',
  title: 'All schools',
  path: paths.manageConsumer,
  search: 'Name, key or domain',
  columns: [
    { head: 'Name', value: s => s.name, cell: s => <a href={hrefs.schoolPage(s.id)}>{s.name}</a> },
    { head: 'Key or domain', value: s => [...s.keys, ...s.domains].join(', '), minor: true },
    { head: 'LTI', value: versionsOf },
    { head: 'Courses', value: s => s.courses, figure: true },
    { head: 'Card', value: s => onOff(s.acceptsPayment) },
    { head: 'Code', value: s => onOff(s.acceptsAccessCode) },
    { head: 'Default products', value: s => s.defaultProducts.join(', ') || 'none', minor: true },
    { head: 'Email domain', value: s => s.emailDomain ?? 'any', minor: true },
    { head: 'K-12', value: s => (s.isK12 ? 'yes' : 'no'), minor: true },
  ],
  filters: [choiceFilter('version', 'LTI', schoolVersions), stateFilter(schoolStates)],
  sorts: schoolSorts,
  empty: 'No school matches. Enter a key above to create one.',
  holds: 'facts',
  find: listSchools,
}

/** Creates a school; shown when no school has the key. */
const CreateForm = ({ data: { key, byName, rights } }: { data: ConsumerPage }) => {
  const { fields, problems } = usePosted('create')
  return (
    <Panel title={consumerRefusals.consumer_not_found.message} form>
      {byName && (
        <Notice tone="plain">
          <span>
            Another school has this name: <a href={hrefs.consumer(byName.key)}>{byName.key}</a>.
          </span>
        </Notice>
      )}
      {rights.manage ? (
        <form method="post" action={paths.manageConsumer} className="form">
          <Field label="Key" name="key" defaultValue={key} problem={problems.key} maxLength={200} autoComplete="off" />
          <Field
            label="Name"
            name="name"
            defaultValue={fields.name}
            problem={problems.name}
            maxLength={200}
            autoComplete="off"
            autoFocus
          />
          <Button name="intent" value="create">
            Create
          </Button>
        </form>
      ) : (
        <p>Ask a manager to create this school.</p>
      )}
    </Panel>
  )
}
