import { shortDate } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { ListedPlatform } from '#src/lti/index.ts'
import { retryMessages } from '#src/lti/rules/grade.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import type { PlatformSwitched } from '#src/schools/index.ts'
import { describeSwitchOff, type Platform, platformMessages, platformRefusals } from '#src/schools/rules/platform.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/facts.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { answerOf, Confirm, type Confirmation } from '../confirm.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { readRetryNote, retryNote } from '../retry-note.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { platformList } from './platform-list.tsx'

interface PlatformsPage {
  list: ShownList<ListedPlatform>
  /** Set only right after it was made: the link is shown once. */
  invitation: { link: string; expiresAt: Date } | null
  problem: string | null
  rights: Rights
  feedback: FeedbackText | null
  confirmation: Confirmation | null
}

const show = async (context: StaffContext, shown: Partial<PlatformsPage> & { status?: number } = {}) => {
  const { status = 200, ...rest } = shown
  const rights = rightsOf(context.staff)
  const data: PlatformsPage = {
    invitation: null,
    problem: null,
    feedback: null,
    confirmation: null,
    ...rest,
    list: await loadList(platformList(rights), context),
    rights,
  }
  return page(data, { title: 'Platforms', status })
}

const invite = async (context: StaffContext, { fields }: Form) => {
  const note = fields.note?.trim().slice(0, 200) ?? ''
  const result = await context.modules.schools.inviteRegistration(note, context.staff)
  if (!result.ok)
    return show(context, { problem: platformRefusals[result.reason].message, status: schoolStatus[result.reason] })
  const link = context.site.publicUrl + hrefs.register(result.invite)
  return show(context, { invitation: { link, expiresAt: result.expiresAt } })
}

const idIn = ({ fields }: Form): number => rowId(fields.id) ?? 0

const sayActive = ({ domain, isActive }: Platform) => platformMessages.switched(domain, isActive)

const say = (context: StaffContext, result: PlatformSwitched, text = sayActive) => {
  if (result.ok) return show(context, { feedback: { tone: 'good', text: text(result.platform) } })
  const { message } = platformRefusals[result.reason]
  return show(context, { feedback: { tone: 'problem', text: message }, status: schoolStatus[result.reason] })
}

const turnOn = async (context: StaffContext, form: Form) =>
  say(context, await context.modules.schools.switchPlatform(idIn(form), { isActive: true }, context.staff))

const withoutCookies = (opensWithoutCookies: boolean) => async (context: StaffContext, form: Form) => {
  const result = await context.modules.schools.switchPlatform(idIn(form), { opensWithoutCookies }, context.staff)
  return say(context, result, p => platformMessages.withoutCookies(p.domain, p.opensWithoutCookies))
}

/** Asks for confirmation first, because a whole school loses access. */
const turnOff = async (context: StaffContext, form: Form) => {
  const { schools } = context.modules
  const id = idIn(form)
  const answer = answerOf(form)
  const preview = await schools.previewSwitchOff(id, context.staff)
  const ask = (problem: string | null, status: number) =>
    show(context, {
      confirmation: preview && {
        title: `Switch off ${preview.domain}?`,
        says: describeSwitchOff(preview),
        fields: { id: String(id) },
        intent: 'off',
        button: 'Switch off',
        isDangerous: true,
        reason: '',
        problem,
      },
      status,
    })
  if (preview && !answer) return ask(null, 200)
  const result = await schools.switchPlatform(id, { isActive: false }, context.staff, answer?.reason)
  if (result.ok || result.reason !== 'reason_required') return say(context, result)
  return ask(platformRefusals.reason_required.message, schoolStatus.reason_required)
}

const grades = async ({ modules, staff }: StaffContext, form: Form) =>
  redirect(hrefs.platforms(await retryNote(modules.lti.retryGrades({ kind: 'platform', id: idIn(form) }, staff))))

/** Platforms: switches LTI 1.3 platforms on and off and invites schools. Self-registered platforms start switched off. */
export const platformsScreen = staffScreen<PlatformsPage>({
  path: paths.platforms,
  nav: { group: 'Schools', label: 'Platforms', hint: 'Connected LMSs', waits: 'registrations' },
  load: context =>
    csvOf(platformList(rightsOf(context.staff)), context) ??
    show(context, { feedback: readRetryNote(context, retryMessages) }),
  submit: {
    invite,
    on: turnOn,
    off: turnOff,
    cookieless_on: withoutCookies(true),
    cookieless_off: withoutCookies(false),
    grades,
  },
  View: ({ data, site }) => (
    <OfficePage
      title="Platforms"
      lead="See the schools' LTI 1.3 platforms. Switch on a new platform after it registers."
    >
      <Feedback feedback={data.feedback} />
      {data.confirmation && (
        <Confirm confirmation={data.confirmation} action={paths.platforms} back={paths.platforms} />
      )}
      {data.invitation && (
        <Notice tone="good">
          <span>
            Send this link to the administrator. It works once, until{' '}
            {shortDate(data.invitation.expiresAt, site.timezone)}. You won't see it again.{' '}
            <Copied>{data.invitation.link}</Copied>
          </span>
        </Notice>
      )}
      {data.rights.manage && (
        <Panel title="Invite a school to register its LMS" form>
          <form method="post" action={paths.platforms} className="row">
            <Field
              label="Name of the school"
              hint="Students and teachers see this name on pages and in mail."
              name="note"
              problem={data.problem ?? undefined}
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
      )}
      <ListPanel list={platformList(data.rights)} shown={data.list} timezone={site.timezone} />
    </OfficePage>
  ),
})
