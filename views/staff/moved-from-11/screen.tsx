import { rowId } from '#src/core/rules/rows.ts'
import { ltiStatus } from '#src/lti/contract.ts'
import { decideMove, listMoveSuggestions } from '#src/lti/moved-people.ts'
import { moveMessages, moveRefusals } from '#src/lti/rules/launch.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { DataTable, linkTo } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

const decide =
  (accepted: boolean) =>
  async ({ app, staff }: StaffContext, { fields }: Form) => {
    const result = await decideMove(app, rowId(fields.id) ?? 0, accepted, staff)
    if (!result.ok) return refused(result.reason, moveRefusals[result.reason], ltiStatus[result.reason])
    return done(paths.moves, accepted ? moveMessages.same : moveMessages.other)
  }

/** People who may have paid through LTI 1.1 before their school moved. Staff decide: there is no signed proof. */
export const movesScreen = staffScreen({
  path: paths.moves,
  nav: { section: 'Today', label: 'Moved from LTI 1.1' },
  load: async ({ app }) => page(await listMoveSuggestions(app.db), { title: 'Moved from LTI 1.1' }),
  submit: { same: decide(true), other: decide(false) },
  View: ({ data: moves }) => {
    const { date } = useDates()
    const { change } = useRights()
    return (
      <OfficePage
        title="Moved from LTI 1.1"
        lead="These people may have paid before their school moved to LTI 1.3. Open both records, then decide."
      >
        <Panel>
          <DataTable
            caption="People to review"
            head={['Person', 'Course', 'School', 'Earlier record', 'Reason', 'Since', 'Same person?']}
            empty="No one to review."
            rows={moves.map(m => ({
              key: m.id,
              cells: [
                linkTo(hrefs.token(m.membershipToken), m.name ?? m.email ?? m.membershipToken),
                m.course,
                m.school,
                <a key="t" className="token" href={hrefs.token(m.enrollmentToken)}>
                  {m.enrollmentToken}
                </a>,
                m.reason,
                date(m.createdAt),
                change && (
                  <form key="f" method="post" action={paths.moves} className="buttons">
                    <input type="hidden" name="id" value={m.id} />
                    <ActionButton intent="same" label="Confirm" />
                    <ActionButton intent="other" label="Reject" look="quiet" />
                  </form>
                ),
              ],
            }))}
          />
        </Panel>
      </OfficePage>
    )
  },
})
