import { shortDate } from '#src/domain/business-day.ts'
import { describeRejectedGrades, retryMessages } from '#src/domain/grade.ts'
import { platformMessages } from '#src/domain/platform.ts'
import { rowId } from '#src/domain/row-id.ts'
import type { Operations } from '#src/operations/index.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page, redirect } from '../../screen.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Copied } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Said, type Saying } from '../../ui/said.tsx'
import { type Asking, answerOf, answerProblem, Confirm } from '../confirm.tsx'
import { retried, retry } from '../retried.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Untaken } from '../untaken.tsx'

interface PlatformsPage {
  platforms: Awaited<ReturnType<Operations['listPlatforms']>>
  /** Told once, here. */
  invitation: { link: string; expiresAt: Date } | null
  problem: string | null
  rights: Rights
  saying: Saying | null
  asking: Asking | null
}

const show = async (context: StaffContext, shown: Partial<PlatformsPage> & { status?: number } = {}) => {
  const { status = 200, ...rest } = shown
  const platforms = await context.operations.listPlatforms()
  const data: PlatformsPage = {
    invitation: null,
    problem: null,
    saying: null,
    asking: null,
    ...rest,
    platforms,
    rights: rightsOf(context.staff),
  }
  return page(data, { title: 'Platforms', status })
}

const invite = async (context: StaffContext, { fields }: Form) => {
  const note = fields.note?.trim().slice(0, 200) ?? ''
  if (note === '') return show(context, { problem: platformMessages.whose, status: 422 })
  const { invite: secret, expiresAt } = await context.operations.inviteRegistration(note, context.staff)
  return show(context, { invitation: { link: context.site.publicUrl + hrefs.register(secret), expiresAt } })
}

const idIn = ({ fields }: Form): number => rowId(fields.id) ?? 0

const turn = async (context: StaffContext, form: Form, on: boolean, reason?: string) => {
  const done = await context.operations.switchPlatform(idIn(form), on, context.staff, reason)
  if (!done) return show(context, { saying: { tone: 'problem', text: platformMessages.notFound }, status: 404 })
  return show(context, { saying: { tone: 'good', text: platformMessages.switched(done.domain, on) } })
}

const turnOn = (context: StaffContext, form: Form) => turn(context, form, true)

/** A whole school stands outside afterwards: first it says so. */
const turnOff = async (context: StaffContext, form: Form) => {
  const preview = await context.operations.previewSwitchOff(idIn(form), context.staff)
  const answer = answerOf(form)
  const problem = answerProblem(answer)
  if (!preview || (answer && !problem)) return turn(context, form, false, answer?.reason)
  const asking: Asking = {
    title: `Switch ${preview.domain} off`,
    says: preview.says,
    fields: { id: String(idIn(form)) },
    intent: 'off',
    button: 'Switch off',
    reason: '',
    problem,
  }
  return show(context, { asking, status: problem ? 422 : 200 })
}

const grades = async ({ operations, staff }: StaffContext, form: Form) =>
  redirect(hrefs.platforms(await retry(operations.retryGrades({ kind: 'platform', id: idIn(form) }, staff))))

/** The LMSs of LTI 1.3: those that registered themselves wait here to be switched on; invitations are made here. */
export const platformsScreen = staffScreen<PlatformsPage>({
  path: paths.platforms,
  nav: { group: 'Schools', label: 'Platforms' },
  load: context => show(context, { saying: retried(context, retryMessages) }),
  submit: { invite, on: turnOn, off: turnOff, grades },
  View: ({ data, site }) => (
    <OfficePage
      title="Platforms"
      lead="Schools' LMSs of LTI 1.3. One that registered itself waits until it is switched on."
    >
      <Said saying={data.saying} />
      {data.asking && <Confirm asking={data.asking} action={paths.platforms} back={paths.platforms} />}
      {data.invitation && (
        <Notice tone="good">
          <span>
            Send this link to the administrator. It works once, until{' '}
            {shortDate(data.invitation.expiresAt, site.timezone)}, and is not shown again.{' '}
            <Copied>{data.invitation.link}</Copied>
          </span>
        </Notice>
      )}
      {data.rights.manage && (
        <Panel title="Invite an LMS to register itself" form>
          <form method="post" action={paths.platforms} className="row">
            <Field
              label="For which school"
              name="note"
              problem={data.problem ?? undefined}
              maxLength={200}
              autoComplete="off"
            />
            <Button name="intent" value="invite">
              Make a link
            </Button>
          </form>
          <p className="soft">
            By hand: <a href={paths.createPlatform}>Create LTI 1.3 Credentials</a>.
          </p>
        </Panel>
      )}
      <Panel>
        <DataTable
          caption="Platforms"
          head={['Domain', 'Issuer', 'Client id', 'Make', 'State', 'Grades', 'Switch']}
          empty="No platform yet."
          rows={data.platforms.map(p => ({
            key: p.id,
            cells: [
              p.domain,
              p.issuer,
              p.clientId,
              p.preset,
              <Badge key="s" tone={p.isActive ? 'good' : 'problem'}>
                {p.isActive ? 'on' : 'off'}
              </Badge>,
              p.untaken && (
                <Untaken key="u" action={paths.platforms} of={{ id: String(p.id) }} may={data.rights.change}>
                  {describeRejectedGrades(p.untaken)}
                </Untaken>
              ),
              data.rights.manage && (
                <form key="f" method="post" action={paths.platforms}>
                  <input type="hidden" name="id" value={p.id} />
                  <Button
                    look="quiet"
                    name="intent"
                    value={p.isActive ? 'off' : 'on'}
                    aria-label={`${p.isActive ? 'Switch off…' : 'Switch on'} ${p.domain}`}
                  >
                    {p.isActive ? 'Switch off…' : 'Switch on'}
                  </Button>
                </form>
              ),
            ],
          }))}
        />
      </Panel>
    </OfficePage>
  ),
})
