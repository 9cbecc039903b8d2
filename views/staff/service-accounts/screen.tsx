import {
  accountState,
  CALLS_A_MINUTE,
  type ListedServiceAccount,
  ServiceAccountForm,
  scopeLabels,
  scopesIn,
  serviceAccountMessages,
  serviceAccountRefusals,
  usualEnd,
} from '#src/accounts/rules/service-accounts.ts'
import { listServiceAccounts, makeServiceAccount, revokeServiceAccount } from '#src/accounts/service-accounts.ts'
import { listSchools } from '#src/accounts/staff.ts'
import { serviceAccountStatus } from '#src/accounts/staff-contract.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { type NamedSchool, schoolChoices } from '#src/schools/rules/school-facts.ts'
import { ask, confirmationIn, done, invalid, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { Badge, Copied, DataTable, linkTo } from '../../ui/facts.tsx'
import { Field, FieldProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, useDates, usePosted, useShownOnce, useSite } from '../../ui/office-page.tsx'
import { formId, type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, staff, now }: StaffContext) =>
  page(
    { accounts: await listServiceAccounts(app, staff), schools: await listSchools(app, staff), now },
    { title: 'Service accounts' },
  )

const refuse = makeRefuser(serviceAccountRefusals, serviceAccountStatus)

const make = async ({ app, staff }: StaffContext, { fields, all }: Form) => {
  const checked = checkForm(ServiceAccountForm, fields)
  if (!checked.ok) return invalid(checked.problems)
  const { name, school, expires_at: expires } = checked.value
  const schoolId = school === '' ? null : (rowId(school) ?? 0)
  const made = await makeServiceAccount(app, { name, expires, schoolId, scopes: scopesIn(all.scopes) }, staff)
  if (!made.ok) return refuse(made.reason)
  return done(paths.serviceAccounts, serviceAccountMessages.made(name), { shows: { newKey: { key: made.key, name } } })
}

const revoke = async ({ app, staff }: StaffContext, form: Form) => {
  const id = formId(form)
  const found = (await listServiceAccounts(app, staff)).find(account => account.id === id && !account.revokedAt)
  if (!found) return refuse('key_not_found')
  if (!confirmationIn(form))
    return ask({
      title: `Revoke the key of ${found.name}?`,
      says: ['Calls with this key are refused from now on.', 'Codes that it made go on working.'],
      button: 'Revoke',
      isDangerous: true,
      needsReason: false,
    })
  const revoked = await revokeServiceAccount(app, id, staff)
  return revoked.ok ? done(paths.serviceAccounts, serviceAccountMessages.revoked(revoked.name)) : refuse(revoked.reason)
}

/** Service accounts: keys for programs that read or make access codes, such as those of a distributor. */
export const serviceAccountsScreen = staffScreen({
  path: paths.serviceAccounts,
  right: 'manage',
  nav: { section: 'System', label: 'Service accounts' },
  load,
  submit: { make, revoke },
  fields: ['name', 'scopes', 'school', 'expires_at'],
  View: ({ data: { accounts, schools, now } }) => (
    <OfficePage
      title="Service accounts"
      lead={
        <>
          A key lets a program read or make access codes. It sees no person. How to call:{' '}
          <a href={paths.apiReference}>API reference</a>
        </>
      }
    >
      <NewKey />
      <MakeForm schools={schools} now={now} />
      <Keys accounts={accounts} now={now} />
    </OfficePage>
  ),
})

const Keys = ({ accounts, now }: { accounts: ListedServiceAccount[]; now: Date }) => {
  const { date, time } = useDates()
  const cellsOf = (account: ListedServiceAccount) => {
    const { id, name, keyEnd, scopes, school, expiresAt, lastUsedAt, createdAt, madeBy, revokedAt } = account
    const state = accountState(account, now)
    return [
      name,
      <code key="k">…{keyEnd}</code>,
      scopes.map(scope => scopeLabels[scope]).join(', '),
      school ? linkTo(hrefs.schoolPage(school.id), school.name) : 'All schools',
      <Badge key="s" tone={state === 'works' ? 'good' : 'plain'}>
        {state}
      </Badge>,
      date(expiresAt),
      lastUsedAt ? time(lastUsedAt) : 'never',
      `${date(createdAt)}${madeBy ? `, ${madeBy}` : ''}`,
      !revokedAt && (
        <PostButton
          key="r"
          to={paths.serviceAccounts}
          fields={{ id }}
          intent="revoke"
          label="Revoke…"
          aria-label={`Revoke ${name}…`}
        />
      ),
    ]
  }
  return (
    <Panel title="Keys">
      <DataTable
        caption="Service accounts"
        head={['Name', 'Key', 'May', 'School', 'State', 'Works until', 'Last used', 'Made', 'Revoke']}
        empty="No program has a key."
        rows={accounts.map(account => ({ key: account.id, cells: cellsOf(account) }))}
      />
    </Panel>
  )
}

/** The new key, this once, with a call to try. */
const NewKey = () => {
  const { publicUrl } = useSite()
  const { newKey } = useShownOnce<{ newKey: { key: string; name: string } }>()
  if (!newKey) return null
  return (
    <Panel title={`The key of ${newKey.name}`}>
      <Notice tone="plain">Copy the key now. You won't see it again.</Notice>
      <p>
        <Copied>{newKey.key}</Copied>
      </p>
      <p>Try it:</p>
      <pre className="mail-text">{`curl -H 'Authorization: Bearer KEY' ${publicUrl}${paths.batches}`}</pre>
    </Panel>
  )
}

const MakeForm = ({ schools, now }: { schools: NamedSchool[]; now: Date }) => {
  const { timezone } = useDates()
  const sent = usePosted('make')
  const { all, problems } = sent
  return (
    <Panel title="New key" form>
      <form method="post" action={paths.serviceAccounts} className="form">
        <Field label="Name" hint="The company or program that uses it." name="name" sent={sent} maxLength={100} />
        <fieldset className="checks">
          <legend>It may</legend>
          {keysOf(scopeLabels).map(scope => (
            <Check
              key={scope}
              label={scopeLabels[scope]}
              name="scopes"
              value={scope}
              defaultChecked={all.scopes?.includes(scope)}
            />
          ))}
          <FieldProblem>{problems.scopes}</FieldProblem>
        </fieldset>
        <Select
          label="For the codes of"
          name="school"
          sent={sent}
          value={''}
          empty="All schools"
          options={schoolChoices(schools)}
        />
        <Field
          label="Works until"
          hint={`At most two years. It may make ${CALLS_A_MINUTE} calls a minute.`}
          name="expires_at"
          sent={sent}
          type="date"
          defaultValue={usualEnd(now, timezone)}
        />
        <ActionButton intent="make" label="Make key" />
      </form>
    </Panel>
  )
}
