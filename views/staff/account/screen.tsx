import { ownSchoolsText } from '#src/staff/rules/own-account.ts'
import { hrefs, paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import {
  type AccountPage,
  endOthers,
  endSession,
  makeCodes,
  removePasskey,
  renamePasskey,
  showAccount,
} from './load.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

/** A staff user's own account: passkeys, recovery codes, and where they are signed in. */
export const accountScreen = staffScreen<AccountPage>({
  path: paths.account,
  right: 'any',
  knowsSchools: true,
  load: context => showAccount(context),
  submit: {
    'rename-passkey': renamePasskey,
    'remove-passkey': removePasskey,
    codes: makeCodes,
    'end-session': endSession,
    'end-others': endOthers,
  },
  View: ({ data: { account, email, name, schools, feedback, newCodes }, site: { timezone } }) => (
    <OfficePage title="Your account" lead={`You log in as ${email}.`}>
      <p>
        Your name: {name || 'none yet'}. <a href={hrefs.yourName(paths.account, 'yes')}>Change it</a>
      </p>
      {schools && <p>{ownSchoolsText(schools)}</p>}
      <Feedback feedback={feedback} />
      <TimeZoneNote timezone={timezone} />
      <Passkeys passkeys={account.passkeys} timezone={timezone} />
      <RecoveryCodes left={account.recoveryCodes} newCodes={newCodes} />
      <Sessions sessions={account.sessions} timezone={timezone} />
    </OfficePage>
  ),
})
