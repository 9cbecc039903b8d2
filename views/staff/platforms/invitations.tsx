import { longDate } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { languageNames, languages } from '#src/core/rules/language.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { inviteRegistration, revokeInvitation, type WaitingInvite } from '#src/schools/registrations.ts'
import { platformMessages, platformRefusals } from '#src/schools/rules/platform.ts'
import { INVITED_LMS } from '#src/schools/rules/registration.ts'
import { invitationMail } from '#src/schools/texts/registration.ts'
import { done, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import type { Form } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Copied, DataTable } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, useDates, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { formId, type StaffContext } from '../staff-screen.ts'

/** Invitations to register an LMS, on the page of platforms. */

export const refuse = makeRefuser(platformRefusals, schoolStatus)

export const invite = async ({ app, staff, site }: StaffContext, { fields }: Form) => {
  const result = await inviteRegistration(app, fields.note?.trim().slice(0, 200) ?? '', staff, fields.host)
  if (!result.ok) return refuse(result.reason)
  const link = site.publicUrl + hrefs.register(result.invite)
  return done(paths.platforms, null, { shows: { link, expiresAt: result.expiresAt, lms: fields.lms } })
}

export const revoke = async ({ app, staff }: StaffContext, form: Form) => {
  const revoked = await revokeInvitation(app, formId(form), staff)
  return revoked.ok ? done(paths.platforms, platformMessages.revoked(revoked.note)) : refuse(revoked.reason)
}

/** The link that was just made. It is shown once. */
export const Invitation = () => {
  const { date, timezone } = useDates()
  const { link, expiresAt, lms: chosen } = useShownOnce<{ link: string; expiresAt: string; lms: string }>()
  if (!link || !expiresAt) return null
  const at = new Date(expiresAt)
  const lms = chosen && isKeyOf(INVITED_LMS, chosen) ? chosen : null
  const mails = languages.map(language => ({
    language,
    text: invitationMail(language, { link, until: longDate(at, timezone, language), lms }),
  }))
  return (
    <>
      <Notice tone="good">
        <span>
          Send this link to the administrator. It works once, until {date(at)}. You won't see it again.{' '}
          <Copied>{link}</Copied>
        </span>
      </Notice>
      <Panel title="As a mail">
        {mails.map(({ language, text }) => (
          <details key={language} open={language === 'en'}>
            <summary>{languageNames[language]}</summary>
            <pre className="mail-text" lang={language} data-copy>
              {text}
            </pre>
          </details>
        ))}
      </Panel>
    </>
  )
}

export const InviteForm = ({ school }: { school: string }) => {
  const sent = usePosted('invite')
  return (
    <Panel title="Invite a school to register its LMS" form>
      <form method="post" action={paths.platforms} className="row">
        <Field
          label="Name of the school"
          hint="Students and teachers see this name on pages and in mail."
          name="note"
          sent={sent}
          defaultValue={school}
          maxLength={200}
        />
        <Select
          label="Its LMS"
          name="lms"
          sent={sent}
          value={''}
          empty="Not known"
          options={Object.entries(INVITED_LMS).map(([value, label]) => ({ value, label }))}
        />
        <Field
          label="Switch on at once for this host"
          hint="Optional. For a school that moves, so that its links keep working."
          name="host"
          sent={sent}
          maxLength={255}
          autoCapitalize="none"
          spellCheck={false}
        />
        <ActionButton intent="invite" label="Create invite link" />
      </form>
      <p className="soft">
        The LMS can't register itself? Use <a href={paths.createPlatform}>Create LTI 1.3 Credentials</a>.
      </p>
    </Panel>
  )
}

/** Lists the invitations that wait to be used, each with a button that revokes it. */
export const WaitingInvitations = ({ invitations }: { invitations: WaitingInvite[] }) => {
  const { date } = useDates()
  return (
    <Panel title="Invitations that wait">
      <DataTable
        caption="Invitations that wait"
        head={['School', 'Switched on at once', 'Made', 'Works until', 'Revoke']}
        rows={invitations.map(({ id, note, switchOnHost, createdAt, expiresAt }) => ({
          key: id,
          cells: [
            note,
            switchOnHost ?? 'no',
            date(createdAt),
            date(expiresAt),
            <PostButton
              key="r"
              to={paths.platforms}
              fields={{ id }}
              intent="revoke"
              label="Revoke"
              aria-label={`Revoke ${note}`}
            />,
          ],
        }))}
      />
    </Panel>
  )
}
