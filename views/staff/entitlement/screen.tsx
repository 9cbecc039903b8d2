import { retryMessages } from '#src/lti/rules/grade.ts'
import { hrefs, paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { Confirm } from '../confirm.tsx'
import { History } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { readRetryNote } from '../retry-note.ts'
import { staffScreen } from '../staff-screen.ts'
import { type EntitlementPage, link, process, retryGrade, rotate, showEntitlement, unlink, unprocess } from './load.ts'
import { peopleList } from './people-list.tsx'
import { Person } from './person.tsx'
import { RotateToken } from './rotate-token.tsx'
import { SamePerson } from './same-person.tsx'
import { SetProcessed } from './set-processed.tsx'

/** Process Enrollment: finds an enrollment or a membership by its token, to let the person in or take them out. */
export const entitlementScreen = staffScreen<EntitlementPage>({
  path: [paths.token, `${paths.token}/:token`],
  knowsSchools: true,
  nav: { group: 'People', label: 'Process Enrollment', hint: 'Let a person in or out' },
  load: context =>
    csvOf(peopleList, context) ?? showEntitlement(context, { feedback: readRetryNote(context, retryMessages) }),
  submit: { process, unprocess, rotate, link, unlink, grades: retryGrade },
  View: ({ data, site }) => (
    <OfficePage title="Process Enrollment" lead="Find one person in one course by the token in their link.">
      <Lookup
        action={paths.token}
        label="Token"
        name="token"
        defaultValue={data.typed}
        problem={data.problem ?? undefined}
        autoFocus={!data.view}
        button="Find"
      />
      <Feedback feedback={data.feedback} />
      {data.view && data.confirmation && (
        <Confirm
          confirmation={data.confirmation}
          action={hrefs.token(data.view.entitlement.token)}
          back={hrefs.token(data.view.entitlement.token)}
        />
      )}
      {data.view && !data.confirmation && (
        <Beside>
          <div>
            <Person view={data.view} rights={data.rights} now={data.now} site={site} />
            {data.rights.change && (
              <SetProcessed view={data.view} now={data.now} missingReason={data.missingReason === 'set'} />
            )}
            <SamePerson view={data.view} other={data.other} canChange={data.rights.change} />
            {data.rights.change && (
              <RotateToken token={data.view.entitlement.token} missingReason={data.missingReason === 'rotate'} />
            )}
          </div>
          <div>
            <p>
              <a href={hrefs.personPage(data.view.entitlement.personId)}>See everything that happened to this person</a>
            </p>
            {data.rights.manage && (
              <p>
                <a href={hrefs.person(data.view.entitlement.personId)}>Personal data: export or erase</a>
              </p>
            )}
            <History entries={data.history} timezone={site.timezone} title="Changes by staff" />
          </div>
        </Beside>
      )}
      {data.list && <ListPanel list={peopleList} shown={data.list} timezone={site.timezone} />}
    </OfficePage>
  ),
})
