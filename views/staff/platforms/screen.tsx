import { shortDate } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { describeRejectedGrades, retryMessages } from '#src/lti/rules/grade.ts'
import type { Modules } from '#src/modules.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import type { PlatformSwitched } from '#src/schools/index.ts'
import { describeSwitchOff, type Platform, platformMessages, platformRefusals } from '#src/schools/rules/platform.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page, redirect } from '../../screen.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Copied } from '../../ui/facts.tsx'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { answerOf, Confirm, type Confirmation } from '../confirm.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import { readRetryNote, retryNote } from '../retry-note.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

interface PlatformsPage {
  platforms: Awaited<ReturnType<Modules['lti']['listPlatforms']>>
  /** Set only right after it was made: the link is shown once. */
  invitation: { link: string; expiresAt: Date } | null
  problem: string | null
  rights: Rights
  feedback: FeedbackText | null
  confirmation: Confirmation | null
}

const show = async (context: StaffContext, shown: Partial<PlatformsPage> & { status?: number } = {}) => {
  const { status = 200, ...rest } = shown
  const platforms = await context.modules.lti.listPlatforms()
  const data: PlatformsPage = {
    invitation: null,
    problem: null,
    feedback: null,
    confirmation: null,
    ...rest,
    platforms,
    rights: rightsOf(context.staff),
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
  nav: { group: 'Schools', label: 'Platforms', waits: 'registrations' },
  load: context => show(context, { feedback: readRetryNote(context, retryMessages) }),
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
      <Panel>
        <DataTable
          caption="Platforms"
          head={['Domain and issuer', 'Client ID', 'Type', 'State', 'Rejected grades', 'Without cookies']}
          empty="No platforms yet."
          rows={data.platforms.map(p => ({
            key: p.id,
            cells: [
              <>
                {p.domain}
                <br />
                <span className="soft">{p.issuer}</span>
              </>,
              p.clientId,
              p.preset,
              <State key="s" platform={p} canSwitch={data.rights.manage} />,
              p.rejectedGrades && (
                <RejectedGrades
                  key="u"
                  action={paths.platforms}
                  fields={{ id: String(p.id) }}
                  canRetry={data.rights.change}
                >
                  {describeRejectedGrades(p.rejectedGrades)}
                </RejectedGrades>
              ),
              <WithoutCookies key="w" platform={p} canSwitch={data.rights.manage} />,
            ],
          }))}
        />
      </Panel>
    </OfficePage>
  ),
})

/** Shows if people can open launches of the platform, with the button that changes it. */
const State = ({ platform: { id, domain, isActive }, canSwitch }: { platform: Platform; canSwitch: boolean }) => {
  const state = <Badge tone={isActive ? 'good' : 'problem'}>{isActive ? 'on' : 'off'}</Badge>
  if (!canSwitch) return state
  const label = isActive ? 'Switch off…' : 'Switch on'
  return (
    <form method="post" action={paths.platforms} className="row">
      {state}
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" name="intent" value={isActive ? 'off' : 'on'} aria-label={`${label} ${domain}`}>
        {label}
      </Button>
    </form>
  )
}

/** Shows if people whose browser blocks cookies may open a launch by the button Continue. */
const WithoutCookies = ({ platform, canSwitch }: { platform: Platform; canSwitch: boolean }) => {
  const { id, domain, opensWithoutCookies: isOn } = platform
  const state = <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? 'on' : 'off'}</Badge>
  if (!canSwitch) return state
  return (
    <form method="post" action={paths.platforms} className="row">
      {state}
      <input type="hidden" name="id" value={id} />
      <Button
        look="quiet"
        name="intent"
        value={isOn ? 'cookieless_off' : 'cookieless_on'}
        aria-label={`${isOn ? 'Turn off' : 'Turn on'} launches without cookies from ${domain}`}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
    </form>
  )
}
