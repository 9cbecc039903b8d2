import type { AuditEntry } from '#src/core/rules/audit.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { MAX_NOTICE, noticeMessages, noticeRefusals, type SiteNotice } from '#src/messages/rules/site-notice.ts'
import { readNotice, setNotice, undoNotice } from '#src/messages/site-notice.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { doneUndo, type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

interface NoticePage {
  notice: SiteNotice | null
  history: AuditEntry[]
  rights: Rights
}

const load = async ({ app, staff }: StaffContext) =>
  page<NoticePage>(
    {
      notice: await readNotice(app),
      history: await listAudit(app, { subject: { kind: 'notice' }, most: 20 }, staff),
      rights: rightsOf(staff),
    },
    { title: 'Notice' },
  )

const set = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const result = await setNotice(app, fields.text ?? '', staff)
  if (!result.ok) return refused(result.reason, noticeRefusals[result.reason], 422)
  return done(paths.notice, noticeMessages.set, { undo: {} })
}

const end = async ({ app, staff }: StaffContext) => {
  await setNotice(app, null, staff)
  return done(paths.notice, noticeMessages.ended, { undo: {} })
}

const undo = async ({ app, staff }: StaffContext) => doneUndo(paths.notice, await undoNotice(app, staff))

/** Notice: sets the message at the top of every page. */
export const noticeScreen = staffScreen<NoticePage>({
  path: paths.notice,
  nav: { section: 'System', label: 'Notice' },
  load,
  submit: { set, end, undo },
  fields: ['text'],
  View: ({ data, site }) => (
    <OfficePage title="Notice" lead="Show a red line at the top of every page. Students see it too and can dismiss it.">
      <Beside>
        <Panel title={data.notice ? 'Shown now' : noticeMessages.none}>
          {data.notice && <p>{data.notice.text}</p>}
          {data.rights.manage && <NoticeForm notice={data.notice} />}
        </Panel>
        <History entries={data.history} timezone={site.timezone} />
      </Beside>
    </OfficePage>
  ),
})

const NoticeForm = ({ notice }: { notice: SiteNotice | null }) => {
  const { fields, problems } = usePosted('set')
  return (
    <form method="post" action={paths.notice} className="form">
      <Field
        label="Text"
        name="text"
        defaultValue={fields.text ?? notice?.text}
        problem={problems.text}
        maxLength={MAX_NOTICE}
      />
      <div className="buttons">
        <Button name="intent" value="set">
          Show to everyone
        </Button>
        {notice && (
          <Button look="quiet" name="intent" value="end">
            Remove notice
          </Button>
        )}
      </div>
    </form>
  )
}
