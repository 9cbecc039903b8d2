import { endOtherSessions, endOwnSession, findOwnAccount, type OwnAccount } from '#src/accounts/own-account.ts'
import { removePasskey } from '#src/accounts/passkeys.ts'
import { makeRecoveryCodes } from '#src/accounts/recovery-codes.ts'
import { ownSchoolsText } from '#src/accounts/rules/own-account.ts'
import { accountMessages, type Passkey, type PasskeyReason, passkeyRefusals } from '#src/accounts/rules/passkeys.ts'
import { listOwnSchools } from '#src/accounts/staff.ts'
import { passkeyStatus } from '#src/accounts/staff-contract.ts'
import { fullName } from '#src/core/rules/staff.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import PasskeyButton from '../../login/passkey-button.island.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, useDates, useShownOnce, useStaff } from '../../ui/office-page.tsx'
import { TimeZoneNote } from '../history.tsx'
import { formId, type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, session, staff }: StaffContext) =>
  page(
    { ...(await findOwnAccount(app, session)), schools: await listOwnSchools(app, staff) },
    { title: 'Your account' },
  )

const changed = (text: string, outcome: { ok: true } | { ok: false; reason: PasskeyReason }) =>
  outcome.ok
    ? done(paths.account, text)
    : refused(outcome.reason, passkeyRefusals[outcome.reason], passkeyStatus[outcome.reason])

const postRemovePasskey = async ({ app, staff }: StaffContext, form: Form) =>
  changed(accountMessages.removed, await removePasskey(app, formId(form), staff))

const makeCodes = async ({ app, staff }: StaffContext) =>
  done(paths.account, null, { shows: { newCodes: await makeRecoveryCodes(app, staff) } })

const endSession = async ({ app, staff, session }: StaffContext, form: Form) => {
  const ended = await endOwnSession(app, formId(form), staff)
  return formId(form) === session.id ? done(paths.login, null) : changed(accountMessages.signedOut, ended)
}

const endOthers = async ({ app, session }: StaffContext) => {
  await endOtherSessions(app, session)
  return done(paths.account, accountMessages.othersSignedOut)
}

/** A staff user's own account: passkeys, recovery codes, and where they are signed in. */
export const accountScreen = staffScreen({
  path: paths.account,
  right: 'any',
  knowsSchools: true,
  load,
  submit: {
    'remove-passkey': postRemovePasskey,
    codes: makeCodes,
    'end-session': endSession,
    'end-others': endOthers,
  },
  View: ({ data: { passkeys, recoveryCodes, sessions, schools } }) => {
    const staff = useStaff()
    return (
      <OfficePage title="Your account" lead={`You log in as ${staff.email}.`}>
        <p>
          Your name: {fullName(staff) || 'none yet'}. <a href={hrefs.yourName(paths.account, 'yes')}>Change it</a>
        </p>
        {schools && <p>{ownSchoolsText(schools)}</p>}
        <TimeZoneNote />
        <Passkeys passkeys={passkeys} />
        <RecoveryCodes left={recoveryCodes} />
        <Sessions sessions={sessions} />
      </OfficePage>
    )
  },
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
          <ActionButton intent="codes" label="Make new codes" look="quiet" />
        </form>
      )}
    </Panel>
  )
}

const Sessions = ({ sessions }: Pick<OwnAccount, 'sessions'>) => {
  const { time } = useDates()
  return (
    <Panel title="Where you are logged in">
      <DataTable
        caption="Your sessions, the last used first"
        head={['Device', 'Logged in', 'Last used', 'Log out']}
        empty="You are not logged in anywhere."
        rows={sessions.map(({ id, device, isThis, createdAt, seenAt }) => ({
          key: id,
          cells: [
            `${device || 'Unknown device'}${isThis ? ' (this one)' : ''}`,
            time(createdAt),
            time(seenAt),
            <PostButton
              key="o"
              to={paths.account}
              fields={{ id }}
              intent="end-session"
              label="Log out"
              aria-label={`Log out ${device || 'unknown device'}`}
            />,
          ],
        }))}
      />
      {sessions.length > 1 && (
        <div className="buttons">
          <PostButton to={paths.account} intent="end-others" label="Log out all others" />
        </div>
      )}
    </Panel>
  )
}

const Passkeys = ({ passkeys }: { passkeys: Passkey[] }) => {
  const { time } = useDates()
  return (
    <Panel title="Passkeys">
      <p>A passkey logs you in with your fingerprint, face or device PIN. Codes by email still work.</p>
      <DataTable
        caption="Your passkeys"
        head={['Name', 'Added', 'Last used', 'Remove']}
        empty="You have no passkey yet."
        rows={passkeys.map(p => ({
          key: p.id,
          cells: [
            p.name,
            time(p.createdAt),
            p.lastUsedAt ? time(p.lastUsedAt) : 'never',
            <PostButton
              key="r"
              to={paths.account}
              fields={{ id: p.id }}
              intent="remove-passkey"
              label="Remove"
              aria-label={`Remove ${p.name}`}
            />,
          ],
        }))}
      />
      <noscript>
        <p className="soft">To add a passkey, turn on JavaScript.</p>
      </noscript>
      <Island of={PasskeyButton} props={{ use: 'add' }} eager />
    </Panel>
  )
}
