import { httpStatus } from '#src/core/rules/outcome.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { signsStatus } from '#src/signs/contract.ts'
import { videoDomain, videoMessages, videoRefusals } from '#src/signs/rules/video-accounts.ts'
import { checkVideoDomain, updateVideoDomain } from '#src/signs/video-host.ts'
import { done, posted, refused, shownOnce } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Notice } from '../../ui/notice.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { blankLookup, Lookup } from '../lookup.tsx'
import { type StaffContext, staffScreen, urlParam, useRights } from '../staff-screen.ts'
import AccountsForm from './accounts-form.island.tsx'

/** The accounts that the video host lists for a domain, and those that could not be read. */
type Found = Extract<Awaited<ReturnType<typeof checkVideoDomain>>, { ok: true }>

const load = async (context: StaffContext) => {
  const { app, staff, answer } = context
  const typed = urlParam(context, 'domain')
  const { changed } = shownOnce<{ changed: Found }>(answer)
  const checked = changed || typed === '' ? null : await checkVideoDomain(app, typed)
  const blank = blankLookup(context, 'domain')
  const found: Found | null = changed ?? (checked?.ok ? checked : null)
  const reason = checked && !checked.ok ? checked.reason : null
  const subject = { kind: 'domain' as const, key: found?.domain ?? videoDomain(typed) ?? typed }
  const data = {
    typed,
    problem: blank ?? (reason && videoRefusals[reason].message),
    found,
    units: posted(answer, 'add', 'remove').all.units ?? [],
    history: typed ? await listAudit(app, { subject, most: 30 }, staff) : [],
  }
  return page(data, {
    title: 'Manage video hosting',
    status: blank ? 422 : reason ? httpStatus(signsStatus, reason) : 200,
  })
}

const change =
  (how: 'add' | 'remove') =>
  async ({ app, staff }: StaffContext, { fields, all }: Form) => {
    const typed = fields.domain ?? ''
    const units = (all.units ?? []).join('_')
    const result = await updateVideoDomain(app, how, { domain: typed, units }, staff)
    if (!result.ok) return refused(result.reason, videoRefusals[result.reason], signsStatus[result.reason])
    const { domain, accounts, failed } = result
    const here = hrefs.videoDomain(typed)
    const shows: { changed: Found } = { changed: { ok: true, domain, accounts, failed: [] } }
    return failed.length > 0
      ? done(here, videoMessages.partly(failed), { tone: 'problem', shows })
      : done(here, videoMessages[how === 'add' ? 'added' : 'removed'], { shows })
  }

/** Manage video hosting: sets which accounts at the video host allow a domain. */
export const videoScreen = staffScreen({
  path: paths.manageSproutvideo,
  nav: { section: 'Look-ups', label: 'Manage video hosting' },
  load,
  submit: { add: change('add'), remove: change('remove') },
  View: ({ data }) => {
    const rights = useRights()
    return (
      <OfficePage
        title="Manage video hosting"
        lead="Choose which SproutVideo accounts may play videos on a school's domain."
      >
        <Lookup
          action={paths.manageSproutvideo}
          label="Domain"
          name="domain"
          placeholder="canvas.school.edu"
          defaultValue={data.typed}
          problem={data.problem}
        />
        {data.found && (
          <Beside>
            <Panel title={data.found.domain}>
              <h3>Allowed accounts</h3>
              {data.found.failed.length > 0 && (
                <Notice tone="problem">{videoMessages.notRead(data.found.failed)}</Notice>
              )}
              {data.found.accounts.length === 0 ? (
                <p className="soft">{videoMessages.none}</p>
              ) : (
                <ul className="tags">
                  {data.found.accounts.map(a => (
                    <li key={a.value} className="tag">
                      {a.label}
                    </li>
                  ))}
                </ul>
              )}
              {rights.change && <Island of={AccountsForm} props={{ domain: data.found.domain, typed: data.units }} />}
            </Panel>
            <History entries={data.history} />
          </Beside>
        )}
      </OfficePage>
    )
  },
})
