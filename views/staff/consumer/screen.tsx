import type { AuditEntry } from '#src/core/rules/audit.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { describeRejectedGrades, type RejectedGrades as Rejected } from '#src/lti/rules/grade.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import {
  type Consumer,
  type ConsumerReason,
  type ConsumerSettings,
  consumerChanged,
  consumerMessages,
  consumerRefusals,
  describeSecretRotation,
} from '#src/schools/rules/consumer.ts'
import { CreateConsumerForm } from '#src/schools/rules/consumer-form.ts'
import { switchesOf, switchesTicked } from '#src/schools/rules/school.ts'
import type { ListedSchool } from '#src/schools/rules/school-list.ts'
import { ask, confirmationIn, done, invalid, posted, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page, type Site } from '../../screen.ts'
import { useAnswer, usePosted, useShownOnce } from '../../ui/answer.ts'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { answerRetry, RejectedGrades } from '../rejected-grades.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { doneUndo } from '../undo.ts'
import ConsumerForm from './consumer-form.island.tsx'
import { CreateForm } from './create-form.tsx'
import { schoolList } from './school-list.tsx'
import { RotateForm, Secret } from './secret.tsx'
import { findConsumer } from "#src/schools/find-consumer.ts";
import { findRejectedGrades } from "#src/lti/send-grades.ts";
import { listAudit } from "#src/staff/list-audit.ts";
import { createConsumer } from "#src/schools/create-consumer.ts";
import { updateConsumer } from "#src/schools/school-settings.ts";
import { previewSecretRotation } from "#src/schools/rotate-consumer-secret.ts";
import { rotateConsumerSecret } from "#src/schools/rotate-consumer-secret.ts";
import { retryGrades } from "#src/lti/send-grades.ts";

export interface ConsumerPage {
  key: string
  /** The look-up was sent empty. */
  isBlank: boolean
  byKey: Consumer | null
  byName: Consumer | null
  /** Null while a key is looked up. */
  list: ShownList<ListedSchool> | null
  /** Grades that the school's LMS rejected. */
  rejectedGrades: Rejected | null
  history: AuditEntry[]
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
  const subject = byKey && { kind: 'consumer' as const, id: byKey.id }
  const data: ConsumerPage = {
    key,
    isBlank,
    byKey,
    byName: byName && byName.id !== byKey?.id ? byName : null,
    list: key ? null : await loadList(schoolList, context),
    rejectedGrades: subject && (await findRejectedGrades(app, subject)),
    history: subject ? await listAudit(app, { subject, changesOnly: true, most: 30 }, staff) : [],
    hasCanvas: app.canvas !== null,
    rights: rightsOf(staff),
  }
  return page(data, { title: 'Manage Consumer', status: isBlank ? 422 : 200 })
}

const settingsOf = (c: Consumer): ConsumerSettings => ({
  ...switchesOf(c),
  name: c.name,
  emailDomain: c.emailDomain ?? '',
})

const settingsIn = (fields: Fields, now: Consumer | null): ConsumerSettings => ({
  ...switchesTicked(field => fields[field] === 'yes'),
  name: fields.name ?? now?.name ?? '',
  emailDomain: fields.email_domain ?? '',
})

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
  const typed = settingsIn(form.fields, byKey)
  if (byKey && !consumerChanged(settingsOf(byKey), typed))
    return done(hrefs.consumer(key), consumerMessages.nothing, { tone: 'problem' })
  const result = await updateConsumer(app, { key, ...typed }, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.consumer(key), consumerMessages.updated, { undo: { key } })
}

const undo = async ({ app, staff }: StaffContext, form: Form) =>
  doneUndo(hrefs.consumer(keyIn(form)), await modules.schools.undoConsumerChange(keyIn(form), staff))

/** Asks for confirmation first, because the school's administrator must enter the new secret. */
const rotate = async ({ app: { schools }, staff }: StaffContext, form: Form) => {
  const key = keyIn(form)
  const preview = await previewSecretRotation(app, key, staff)
  if (!preview) return refuse('consumer_not_found')
  const question = {
    title: 'Make a new secret?',
    says: describeSecretRotation(preview),
    button: 'Make a new secret',
    isDangerous: true,
    needsReason: true,
  }
  const confirmation = confirmationIn(form)
  if (!confirmation) return ask(question)
  const result = await rotateConsumerSecret(app, key, staff, confirmation.reason)
  if (result.ok) return done(hrefs.consumer(key), consumerMessages.rotated, { shows: { secret: result.secret } })
  return result.reason === 'reason_required' ? ask(question, refuse(result.reason)) : refuse(result.reason)
}

/** Sends rejected grades again, once the school has fixed its LMS. */
const grades = async ({ app, staff }: StaffContext, form: Form) => {
  const { byKey } = await findConsumer(app, keyIn(form))
  const retried = byKey && retryGrades(app, { kind: 'consumer', id: byKey.id }, staff)
  return answerRetry(hrefs.consumer(keyIn(form)), retried)
}

/** Manage Consumer: finds an LTI 1.1 school by its key, creates it if missing, and changes its settings. */
export const consumerScreen = staffScreen<ConsumerPage>({
  path: [paths.manageConsumer, `${paths.manageConsumer}/:key`],
  nav: { group: 'Schools', label: 'Manage Consumer', hint: 'A school by LTI 1.1' },
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
          autoFocus={data.key === ''}
          resets={data.key !== ''}
        />
        {secret && data.byKey && <Secret consumerKey={data.byKey.key} secret={secret} site={site} />}
        {data.byKey ? (
          <ConsumerDetails data={data} consumer={data.byKey} site={site} />
        ) : data.key ? (
          <CreateForm data={data} />
        ) : (
          data.list && <ListPanel list={schoolList} shown={data.list} timezone={site.timezone} />
        )}
      </OfficePage>
    )
  },
})

const ConsumerDetails = ({ data, consumer, site }: { data: ConsumerPage; consumer: Consumer; site: Site }) => {
  const before = settingsOf(consumer)
  const { fields, problems } = usePosted('update')
  const typed = fields.key === undefined ? before : settingsIn(fields, consumer)
  return (
    <Beside>
      <div>
        <Panel title={consumer.name}>
          {consumer.isHosted && !data.hasCanvas && <Notice tone="problem">{consumerMessages.noCanvas}</Notice>}
          <Facts
            of={[
              ['Key', consumer.key],
              [
                'School',
                <a key="s" href={hrefs.schoolPage({ kind: 'consumer', id: consumer.id })}>
                  Courses, seats and launches
                </a>,
              ],
              ['Hosted by us', consumer.isHosted ? 'yes' : 'no'],
              [
                'Grades',
                data.rejectedGrades && (
                  <RejectedGrades
                    key="u"
                    action={hrefs.consumer(consumer.key)}
                    fields={{ key: consumer.key }}
                    canRetry={data.rights.change}
                  >
                    {describeRejectedGrades(data.rejectedGrades)}
                  </RejectedGrades>
                ),
              ],
              ...(data.rights.manage ? [] : readOnlySettings(consumer)),
            ]}
          />
          {data.rights.manage && (
            <Island
              of={ConsumerForm}
              props={{
                consumerKey: consumer.key,
                before,
                typed,
                problems,
              }}
            />
          )}
        </Panel>
        {data.rights.manage && <RotateForm consumerKey={consumer.key} />}
      </div>
      <History entries={data.history} timezone={site.timezone} />
    </Beside>
  )
}

/** Settings of a school, for staff who cannot change them. */
const readOnlySettings = (consumer: Consumer): [string, string | null][] => [
  ['Card payment', consumer.acceptsPayment ? 'on' : 'off'],
  ['Access code', consumer.acceptsAccessCode ? 'on' : 'off'],
  ['Email domain', consumer.emailDomain],
  ['K-12', consumer.isK12 ? 'yes' : 'no'],
  ['Yearly access', consumer.yearlyAccess ? 'yes' : 'no'],
  ['Sends grades', consumer.passesGrades ? 'yes' : 'no'],
]
