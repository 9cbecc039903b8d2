import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { Confirm } from '../confirm.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { CodeDetails } from './code-details.tsx'
import { codeList } from './code-list.tsx'
import { type CodePage, changeCode, codePage, undoChange } from './load.ts'
import { releaseUse, transferUse } from './move-use.ts'

/** Check Access Code: finds a code, and changes, releases or transfers it. */
export const accessCodeScreen = staffScreen<CodePage>({
  path: [paths.accessCode, `${paths.accessCode}/:code`],
  nav: { group: 'Codes', label: 'Check Access Code' },
  load: context => csvOf(codeList, context) ?? show(context),
  submit: { change: changeCode, release: releaseUse, transfer: transferUse, undo: undoChange },
  View: ({ data, site }) => (
    <OfficePage title="Check Access Code" lead="See who used a code and how many uses are left.">
      <Lookup
        action={paths.accessCode}
        label="Access code"
        name="code"
        defaultValue={data.typed}
        problem={data.problem ?? undefined}
        autoFocus={data.codes.length === 0}
      />
      <Feedback feedback={data.feedback} />
      {data.confirmation ? (
        <Confirm
          confirmation={data.confirmation}
          action={hrefs.accessCode(data.typed)}
          back={hrefs.accessCode(data.typed)}
        />
      ) : (
        data.codes.map(code => (
          <CodeDetails key={code.coupon.id} {...code} pick={data.pick} rights={data.rights} timezone={site.timezone} />
        ))
      )}
      {data.list && data.usedOnly && <UsedOnly because={data.usedOnly} />}
      {data.list && <ListPanel list={codeList} shown={data.list} timezone={site.timezone} />}
    </OfficePage>
  ),
})

const UsedOnly = ({ because }: { because: NonNullable<CodePage['usedOnly']> }) =>
  because === 'role' ? (
    <p className="soft">Showing used-up codes only. Ask a manager for the others.</p>
  ) : (
    <p className="soft">
      Showing used-up codes only. <a href={hrefs.confirmSignIn(paths.accessCode)}>Confirm it is you</a> to see all.
    </p>
  )

const show = async (context: StaffContext) => {
  const data = await codePage(context, urlParam(context, 'code'))
  return page(data, { title: 'Check Access Code', status: data.problem === null ? 200 : data.typed === '' ? 422 : 404 })
}
