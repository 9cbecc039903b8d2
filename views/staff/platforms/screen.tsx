import { shortDate } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { ListedPlatform } from '#src/lti/send-grades.ts'
import { retryGrades } from '#src/lti/send-grades.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import type { PlatformSwitched } from '#src/schools/platforms.ts'
import { previewSwitchOff, switchPlatform } from '#src/schools/platforms.ts'
import { inviteRegistration } from '#src/schools/registrations.ts'
import { describeSwitchOff, type Platform, platformMessages, platformRefusals } from '#src/schools/rules/platform.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { usePosted, useShownOnce } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { answerRetry } from '../rejected-grades.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { platformList } from './platform-list.tsx'

interface PlatformsPage {
  list: ShownList<ListedPlatform>
  rights: Rights
}

const load = async (context: StaffContext) => {
  const rights = rightsOf(context.staff)
  return page<PlatformsPage>({ list: await loadList(platformList(rights), context), rights }, { title: 'Platforms' })
}

const refuse = (reason: keyof typeof platformRefusals) =>
  refused(reason, platformRefusals[reason], schoolStatus[reason])

const invite = async ({ app, staff, site }: StaffContext, { fields }: Form) => {
  const result = await inviteRegistration(app, fields.note?.trim().slice(0, 200) ?? '', staff)
  if (!result.ok) return refuse(result.reason)
  const link = site.publicUrl + hrefs.register(result.invite)
  return done(paths.platforms, null, { shows: { link, expiresAt: result.expiresAt } })
}

const idIn = ({ fields }: Form): number => rowId(fields.id) ?? 0

const switched = (result: PlatformSwitched, text: (platform: Platform) => string) =>
  result.ok ? done(paths.platforms, text(result.platform)) : refuse(result.reason)

const activeText = ({ domain, isActive }: Platform) => platformMessages.switched(domain, isActive)

const turnOn = async ({ app, staff }: StaffContext, form: Form) =>
  switched(await switchPlatform(app, idIn(form), { isActive: true }, staff), activeText)

const withoutCookies =
  (opensWithoutCookies: boolean) =>
  async ({ app, staff }: StaffContext, form: Form) =>
    switched(await switchPlatform(app, idIn(form), { opensWithoutCookies }, staff), p =>
      platformMessages.withoutCookies(p.domain, p.opensWithoutCookies),
    )

/** Asks for confirmation first, because a whole school loses access. */
const turnOff = async ({ app, staff }: StaffContext, form: Form) => {
  const confirmation = confirmationIn(form)
  const preview = await previewSwitchOff(app, idIn(form), staff)
  const question = preview && {
    title: `Switch off ${preview.domain}?`,
    says: describeSwitchOff(preview),
    button: 'Switch off',
    isDangerous: true,
    needsReason: true,
  }
  if (question && !confirmation) return ask(question)
  const result = await switchPlatform(app, idIn(form), { isActive: false }, staff, confirmation?.reason)
  return question && !result.ok && result.reason === 'reason_required'
    ? ask(question, refuse(result.reason))
    : switched(result, activeText)
}

const grades = async ({ app, staff }: StaffContext, form: Form) =>
  answerRetry(paths.platforms, retryGrades(app, { kind: 'platform', id: idIn(form) }, staff))

/** Platforms: switches LTI 1.3 platforms on and off and invites schools. Self-registered platforms start switched off. */
export const platformsScreen = staffScreen<PlatformsPage>({
  path: paths.platforms,
  nav: { group: 'Schools', label: 'Platforms', hint: 'Connected LMSs', waits: 'registrations' },
  load: async context => csvOf(platformList(rightsOf(context.staff)), context) ?? load(context),
  submit: {
    invite,
    on: turnOn,
    off: turnOff,
    cookieless_on: withoutCookies(true),
    cookieless_off: withoutCookies(false),
    grades,
  },
  fields: ['note'],
  View: ({ data: { list, rights }, site }) => (
    <OfficePage
      title="Platforms"
      lead="See the schools' LTI 1.3 platforms. Switch on a new platform after it registers."
    >
      <Invitation timezone={site.timezone} />
      {rights.manage && <InviteForm />}
      <ListPanel list={platformList(rights)} shown={list} timezone={site.timezone} />
    </OfficePage>
  ),
})

/** The link that was just made. It is shown once. */
const Invitation = ({ timezone }: { timezone: string }) => {
  const { link, expiresAt } = useShownOnce<{ link: string; expiresAt: string }>()
  return (
    link &&
    expiresAt && (
      <Notice tone="good">
        <span>
          Send this link to the administrator. It works once, until {shortDate(new Date(expiresAt), timezone)}. You
          won't see it again. <Copied>{link}</Copied>
        </span>
      </Notice>
    )
  )
}

const InviteForm = () => {
  const { fields, problems } = usePosted('invite')
  return (
    <Panel title="Invite a school to register its LMS" form>
      <form method="post" action={paths.platforms} className="row">
        <Field
          label="Name of the school"
          hint="Students and teachers see this name on pages and in mail."
          name="note"
          defaultValue={fields.note}
          problem={problems.note}
          maxLength={200}
          autoComplete="off"
        />
        <Button name="intent" value="invite">
          Create invite link
        </Button>
      </form>
      <p className="soft">
        The LMS can't register itself? Use <a href={paths.createPlatform}>Create LTI 1.3 Credentials</a>.
      </p>
    </Panel>
  )
}
