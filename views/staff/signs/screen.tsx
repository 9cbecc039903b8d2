import { localPath } from '#src/core/rules/local-path.ts'
import { rowIds } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import { approveChange } from '#src/signs/review-change.ts'
import type { HiddenSign } from '#src/signs/rules/added-signs.ts'
import type { ListedSign } from '#src/signs/rules/sign-list.ts'
import { viewHiddenSigns } from '#src/signs/view-signs.ts'
import { done } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { HiddenSigns } from './hidden-signs.tsx'
import { signList } from './sign-list.tsx'

interface SignsPage {
  list: ShownList<ListedSign>
  /** New entries that wait, and withdrawn ones. */
  hidden: HiddenSign[]
  /** Changes on this page of the list that the reviewer may approve together. */
  waiting: number[]
}

const load = async (context: StaffContext) => {
  const list = await loadList(signList, context)
  const reviews = may(context.staff, 'review') && list.query.filters.state === 'waiting'
  const waiting = reviews ? list.page.rows.flatMap(row => (row.withdraws ? [] : (row.changeId ?? []))) : []
  const hidden = await viewHiddenSigns(context.app, context.staff)
  return page<SignsPage>({ list, hidden, waiting }, { title: 'Signs' })
}

/** Approves the changes that the page showed. One that was changed since stays as it is. */
const approveAll = async ({ app, staff, url }: StaffContext, { all }: Form) => {
  const ids = rowIds(all.change)
  let approved = 0
  for (const id of ids) if ((await approveChange(app, id, staff)).ok) approved++
  const left = ids.length - approved
  const text = left === 0 ? `Approved: ${approved}.` : `Approved: ${approved}. Look at the other ${left} again.`
  return done(localPath(url), text, { tone: left === 0 ? 'good' : 'problem' })
}

/** The entries of the dictionary, for signers and reviewers. */
export const signsScreen = staffScreen<SignsPage>({
  path: paths.signs,
  right: 'clips',
  nav: { group: 'Catalog', label: 'Signs', waits: 'signs' },
  load: async context => csvOf(signList, context) ?? load(context),
  submit: { 'approve-all': approveAll },
  View: ({ data: { list, hidden, waiting }, site }) => (
    <OfficePage title="Signs" lead="Complete the entries of the dictionary. A reviewer approves each change.">
      <p className="buttons">
        <a className="button button-quiet" href={paths.addSign}>
          Add an entry
        </a>
        <a className="button button-quiet" href={paths.importSigns}>
          Import from CSV
        </a>
        <a className="button button-quiet" href={hrefs.signs({ state: 'waiting' })}>
          What waits for review
        </a>
      </p>
      {waiting.length > 1 && (
        <Panel form>
          <form method="post" action={`${paths.signs}?state=waiting`} className="form">
            {waiting.map(id => (
              <input key={id} type="hidden" name="change" value={id} />
            ))}
            <p>Did you check the changes below? You can approve them together.</p>
            <Button name="intent" value="approve-all">
              {`Approve ${waiting.length} changes`}
            </Button>
          </form>
        </Panel>
      )}
      {hidden.length > 0 && <HiddenSigns signs={hidden} />}
      <ListPanel list={signList} shown={list} timezone={site.timezone} />
    </OfficePage>
  ),
})
