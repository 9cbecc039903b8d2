import type { AuditEntry } from '#src/core/rules/audit.ts'
import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import { MAX_NOTICE, noticeMessages, noticeRefusals, type SiteNotice } from '#src/messages/rules/site-notice.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

interface NoticePage {
  notice: SiteNotice | null
  typed: string
  problem: string | null
  history: AuditEntry[]
  rights: Rights
  feedback: FeedbackText | null
}

const show = async (context: StaffContext, shown: Partial<NoticePage> & { status?: number } = {}) => {
  const { status = 200, ...rest } = shown
  const notice = rest.notice === undefined ? await context.modules.messages.findNotice() : rest.notice
  const data: NoticePage = {
    typed: notice?.text ?? '',
    problem: null,
    feedback: null,
    ...rest,
    notice,
    history: await context.modules.staff.listAudit({ subject: { kind: 'notice' }, most: 20 }, context.staff),
    rights: rightsOf(context.staff),
  }
  return page(data, { title: 'Notice', status })
}

const undo = { action: paths.notice }

const set = async (context: StaffContext, { fields }: Form) => {
  const typed = fields.text ?? ''
  const result = await context.modules.messages.setNotice(typed, context.staff)
  if (!result.ok) return show(context, { typed, problem: noticeRefusals[result.reason].message, status: 422 })
  return show(context, { notice: result.notice, feedback: { tone: 'good', text: noticeMessages.set, undo } })
}

const end = async (context: StaffContext) => {
  await context.modules.messages.setNotice(null, context.staff)
  return show(context, { notice: null, feedback: { tone: 'good', text: noticeMessages.ended, undo } })
}

const undoLast = async (context: StaffContext) => {
  const undone = await context.modules.messages.undoNotice(context.staff)
  if (undone.ok) return show(context, { notice: undone.notice, feedback: { tone: 'good', text: undoneText } })
  return show(context, { feedback: { tone: 'problem', text: undoRefusals[undone.reason].message }, status: 409 })
}

/** Notice: sets the message at the top of every page. */
export const noticeScreen = staffScreen<NoticePage>({
  path: paths.notice,
  nav: { group: 'System', label: 'Notice' },
  load: context => show(context),
  submit: { set, end, undo: undoLast },
  View: ({ data, site }) => (
    <OfficePage title="Notice" lead="Show a red line at the top of every page. Students see it too and can dismiss it.">
      <Feedback feedback={data.feedback} />
      <Beside>
        <Panel title={data.notice ? 'Shown now' : noticeMessages.none}>
          {data.notice && <p>{data.notice.text}</p>}
          {data.rights.manage && (
            <form method="post" action={paths.notice} className="form">
              <Field
                label="Text"
                name="text"
                defaultValue={data.typed}
                problem={data.problem ?? undefined}
                maxLength={MAX_NOTICE}
              />
              <div className="buttons">
                <Button name="intent" value="set">
                  Show to everyone
                </Button>
                {data.notice && (
                  <Button look="quiet" name="intent" value="end">
                    Remove notice
                  </Button>
                )}
              </div>
            </form>
          )}
        </Panel>
        <History entries={data.history} timezone={site.timezone} />
      </Beside>
    </OfficePage>
  ),
})
