import { shortTime } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { fullName } from '#src/core/rules/staff.ts'
import { removePasskey, renamePasskey } from '#src/staff/change-passkeys.ts'
import { passkeyStatus } from '#src/staff/contract.ts'
import { listOwnSchools } from '#src/staff/limit-schools.ts'
import { endOtherSessions, endOwnSession, findOwnAccount } from '#src/staff/own-account.ts'
import { makeRecoveryCodes } from '#src/staff/recovery-codes.ts'
import type { OwnSession } from '#src/staff/rules/devices.ts'
import { type OwnAccount, ownSchoolsText } from '#src/staff/rules/own-account.ts'
import { accountMessages, type PasskeyReason, passkeyRefusals } from '#src/staff/rules/passkeys.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { useShownOnce } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { Passkeys } from './passkeys.tsx'

interface AccountPage {
  account: OwnAccount
  email: string
  name: string
  /** Names of the schools that the role covers. Null for all. */
  schools: string[] | null
}

const load = async ({ app, session, staff }: StaffContext) =>
  page<AccountPage>(
    {
      account: await findOwnAccount(app, session),
      email: staff.email,
      name: fullName(staff),
      schools: await listOwnSchools(app, staff),
    },
    { title: 'Your account' },
  )

const changed = (text: string, outcome: { ok: true } | { ok: false; reason: PasskeyReason }) =>
  outcome.ok
    ? done(paths.account, text)
    : refused(outcome.reason, passkeyRefusals[outcome.reason], passkeyStatus[outcome.reason])

const idOf = ({ fields }: Form): number => rowId(fields.id) ?? 0

const postRenamePasskey = async ({ app, staff }: StaffContext, form: Form) =>
  changed(accountMessages.renamed, await renamePasskey(app, idOf(form), form.fields.name ?? '', staff))

const postRemovePasskey = async ({ app, staff }: StaffContext, form: Form) =>
  changed(accountMessages.removed, await removePasskey(app, idOf(form), staff))

const makeCodes = async ({ app, staff }: StaffContext) =>
  done(paths.account, null, { shows: { newCodes: await makeRecoveryCodes(app, staff) } })

const endSession = async ({ app, staff, session }: StaffContext, form: Form) => {
  const ended = await endOwnSession(app, idOf(form), staff)
  return idOf(form) === session.id ? done(paths.login, null) : changed(accountMessages.signedOut, ended)
}

const endOthers = async ({ app, session }: StaffContext) => {
  await endOtherSessions(app, session)
  return done(paths.account, accountMessages.othersSignedOut)
}

/** A staff user's own account: passkeys, recovery codes, and where they are signed in. */
export const accountScreen = staffScreen<AccountPage>({
  path: paths.account,
  right: 'any',
  knowsSchools: true,
  load,
  submit: {
    'rename-passkey': postRenamePasskey,
    'remove-passkey': postRemovePasskey,
    codes: makeCodes,
    'end-session': endSession,
    'end-others': endOthers,
  },
  View: ({ data: { account, email, name, schools }, site: { timezone } }) => (
    <OfficePage title="Your account" lead={`You log in as ${email}.`}>
      <p>
        Your name: {name || 'none yet'}. <a href={hrefs.yourName(paths.account, 'yes')}>Change it</a>
      </p>
      {schools && <p>{ownSchoolsText(schools)}</p>}
      <TimeZoneNote timezone={timezone} />
      <Passkeys passkeys={account.passkeys} timezone={timezone} />
      <RecoveryCodes left={account.recoveryCodes} />
      <Sessions sessions={account.sessions} timezone={timezone} />
    </OfficePage>
  ),
})

const RecoveryCodes = ({ left }: { left: number }) => {
  const { newCodes = [] } = useShownOnce<{ newCodes: string[] }>()
  return (
    <Panel title="Recovery codes">
      <p>Use one to log in when you have neither your passkey nor your email. Each works once.</p>
      {newCodes.length > 0 ? (
        <>
          <Notice tone="plain">Save or print these codes now. You won't see them again.</Notice>
          <ul className="recovery-codes">
            {newCodes.map(code => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <form method="post" action={paths.account} className="form">
          <p>{left === 0 ? 'You have no recovery codes.' : `You have ${left} left. New codes replace them.`}</p>
          <div className="buttons">
            <Button look="quiet" name="intent" value="codes">
              Make new codes
            </Button>
          </div>
        </form>
      )}
    </Panel>
  )
}

const Sessions = ({ sessions, timezone }: { sessions: OwnSession[]; timezone: string }) => (
  <Panel title="Where you are logged in">
    <DataTable
      caption="Your sessions, the last used first"
      head={['Device', 'Logged in', 'Last used', 'Log out']}
      empty="You are not logged in anywhere."
      rows={sessions.map(s => ({
        key: s.id,
        cells: [
          `${s.device || 'Unknown device'}${s.isThis ? ' (this one)' : ''}`,
          shortTime(s.createdAt, timezone),
          shortTime(s.seenAt, timezone),
          <form key="o" method="post" action={paths.account}>
            <input type="hidden" name="id" value={s.id} />
            <Button
              look="quiet"
              name="intent"
              value="end-session"
              aria-label={`Log out ${s.device || 'unknown device'}`}
            >
              Log out
            </Button>
          </form>,
        ],
      }))}
    />
    {sessions.length > 1 && (
      <form method="post" action={paths.account} className="buttons">
        <Button look="quiet" name="intent" value="end-others">
          Log out all others
        </Button>
      </form>
    )}
  </Panel>
)
