import { localTime, readLocalTime, zoneName } from '#src/core/rules/business-day.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { MAX_NOTICE, noticeMessages, noticeRefusals, type SiteNotice } from '#src/messages/rules/site-notice.ts'
import { readNotice, setNotice, undoNotice } from '#src/messages/site-notice.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Beside, OfficePage, Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { doneUndo, type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

const load = async ({ app, staff }: StaffContext) => {
  const history = await listAudit(app, { subject: { kind: 'notice' }, most: 20 }, staff)
  return page({ notice: await readNotice(app), history }, { title: 'Notice' })
}

const set = async ({ app, staff, site }: StaffContext, { fields }: Form) => {
  const { text = '', text_es: textEs = '', ends_at: end = '' } = fields
  const endsAt = end === '' ? null : readLocalTime(end, site.timezone)
  if (endsAt === undefined) return refused('notice_end_past', noticeRefusals.notice_end_past, 422)
  const result = await setNotice(app, { text, textEs, endsAt }, staff)
  if (!result.ok) return refused(result.reason, noticeRefusals[result.reason], 422)
  return done(paths.notice, noticeMessages.set, { undo: {} })
}

const end = async ({ app, staff }: StaffContext) => {
  await setNotice(app, null, staff)
  return done(paths.notice, noticeMessages.ended, { undo: {} })
}

const undo = async ({ app, staff }: StaffContext) => doneUndo(paths.notice, await undoNotice(app, staff))

/** Notice: sets the message at the top of every page. */
export const noticeScreen = staffScreen({
  path: paths.notice,
  nav: { section: 'System', label: 'Notice' },
  load,
  acts: 'manage',
  submit: { set, end, undo },
  fields: ['text', 'text_es', 'ends_at'],
  View: ({ data: { notice, history } }) => {
    const { time } = useDates()
    return (
      <OfficePage
        title="Notice"
        lead="Show a red line at the top of every page. Students see it too and can dismiss it."
      >
        <Beside>
          <Panel title={notice ? 'Shown now' : noticeMessages.none}>
            {notice && (
              <>
                <p>{notice.text}</p>
                {notice.textEs && <p lang="es">{notice.textEs}</p>}
                <p className="soft">{notice.endsAt ? `Until ${time(notice.endsAt)}` : 'Until you remove it'}</p>
              </>
            )}
            {useRights().manage && <NoticeForm notice={notice} />}
          </Panel>
          <History entries={history} />
        </Beside>
      </OfficePage>
    )
  },
})

const NoticeForm = ({ notice }: { notice: SiteNotice | null }) => {
  const { timezone } = useDates()
  const sent = usePosted('set')
  return (
    <form method="post" action={paths.notice} className="form">
      <TextArea label="Text" name="text" lang="en" maxLength={MAX_NOTICE} sent={sent} defaultValue={notice?.text} />
      <TextArea
        label="Text in Spanish"
        hint="Optional. Else Spanish pages show the English text."
        name="text_es"
        lang="es"
        maxLength={MAX_NOTICE}
        sent={sent}
        defaultValue={notice?.textEs ?? ''}
      />
      <Field
        label="Shown until"
        hint={`Optional. Times are in ${zoneName(timezone)}.`}
        name="ends_at"
        sent={sent}
        type="datetime-local"
        defaultValue={notice?.endsAt ? localTime(notice.endsAt, timezone) : ''}
      />
      <div className="buttons">
        <ActionButton intent="set" label="Show to everyone" />
        {notice && <ActionButton intent="end" label="Remove notice" look="quiet" />}
      </div>
    </form>
  )
}
