import { checkForm } from '#src/core/rules/form.ts'
import { createConsumer, findConsumer } from '#src/schools/consumers.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { consumerMessages, consumerRefusals } from '#src/schools/rules/consumer.ts'
import { CreateConsumerForm } from '#src/schools/rules/consumer-form.ts'
import { type ListedSchool, schoolSorts, schoolStates } from '#src/schools/rules/school-facts.ts'
import { listSchoolRows } from '#src/schools/schools.ts'
import { done, invalid, makeRefuser, posted } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, useAnswer, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type StaffList, stateFilter } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { loadSchool, SchoolPanel } from '../school/school-panel.tsx'
import { Secret } from '../schools.tsx'
import { type StaffContext, staffScreen, urlParam, useRights } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const { app, query, answer } = context
  const key = urlParam(context, 'key')
  const isBlank = key === '' && query.key !== undefined
  const name = posted(answer, 'create').fields.name?.trim()
  const { byKey, byName } = key ? await findConsumer(app, key, name ?? key) : { byKey: null, byName: null }
  const data = {
    key,
    /** The look-up was sent empty. */
    isBlank,
    byKey,
    byName: byName && byName.id !== byKey?.id ? byName : null,
    /** Null while a key is looked up. */
    list: key ? null : await loadList(schoolList, context),
    /** Data of the school's own page. */
    shown: byKey && (await loadSchool(context, byKey.schoolId)),
  }
  return page(data, { title: 'Manage Consumer', status: isBlank ? 422 : 200 })
}
type ConsumerPage = DataOf<typeof load>

const refuse = makeRefuser(consumerRefusals, schoolStatus)

/** Creates a school. A name that is taken is refused, so that staff choose another. */
const create = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const checked = checkForm(CreateConsumerForm, fields)
  if (!checked.ok) return invalid(checked.problems)
  const result = await createConsumer(app, checked.value, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.consumer(result.consumer.key), consumerMessages.created, { shows: { secret: result.secret } })
}

/** Manage Consumer: finds a school by a key (LTI 1.1), or creates it. It shows what the school's own page shows. */
export const consumerScreen = staffScreen<ConsumerPage>({
  path: [paths.manageConsumer, `${paths.manageConsumer}/:key`],
  nav: { section: 'Look-ups', label: 'Manage Consumer', hint: 'List of schools' },
  load: async context => csvOf(schoolList, context) ?? load(context),
  acts: 'manage',
  submit: { create },
  fields: ['key', 'name'],
  View: ({ data }) => {
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
        {secret && data.byKey && <Secret consumerKey={data.byKey.key} secret={secret} />}
        {data.byKey ? (
          data.shown && (
            <>
              <p>
                <a href={hrefs.schoolPage(data.byKey.schoolId)}>Page of this school</a>
              </p>
              <SchoolPanel data={data.shown} isForSettings />
            </>
          )
        ) : data.key ? (
          <CreateForm data={data} />
        ) : (
          data.list && <ListPanel list={schoolList} shown={data.list} />
        )}
      </OfficePage>
    )
  },
})

const onOff = (on: boolean): string => (on ? 'on' : 'off')

const versionsOf = ({ keys, domains }: ListedSchool): string =>
  [...(keys.length > 0 ? ['1.1'] : []), ...(domains.length > 0 ? ['1.3'] : [])].join(', ')

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
  filters: [stateFilter(schoolStates)],
  sorts: schoolSorts,
  empty: 'No school matches. Enter a key above to create one.',
  holds: 'facts',
  find: ({ db }, query) => listSchoolRows(db, query),
}

/** Creates a school; shown when no school has the key. */
const CreateForm = ({ data: { key, byName } }: { data: ConsumerPage }) => {
  const sent = usePosted('create')
  return (
    <Panel title={consumerRefusals.consumer_not_found.message} form>
      {byName && (
        <Notice tone="plain">
          <span>
            Another school has this name: <a href={hrefs.consumer(byName.key)}>{byName.key}</a>.
          </span>
        </Notice>
      )}
      {useRights().manage ? (
        <form method="post" action={paths.manageConsumer} className="form">
          <Field
            label="Key"
            name="key"
            defaultValue={key}
            problem={sent.problems.key}
            maxLength={200}
            autoComplete="off"
          />
          <Field label="Name" name="name" sent={sent} maxLength={200} autoFocus />
          <ActionButton intent="create" label="Create" />
        </form>
      ) : (
        <p>Ask a manager to create this school.</p>
      )}
    </Panel>
  )
}
