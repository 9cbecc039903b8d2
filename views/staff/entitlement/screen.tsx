import { retryMessages } from '#src/domain/grade.ts'
import { adminMessages } from '#src/domain/staff-messages.ts'
import { hrefs, paths } from '../../paths.ts'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { Said } from '../../ui/said.tsx'
import { Confirm } from '../confirm.tsx'
import { History } from '../history.tsx'
import { Lookup } from '../lookup.tsx'
import { retried } from '../retried.ts'
import { staffScreen } from '../staff-screen.ts'
import { type EntitlementPage, link, part, process, retryGrade, rotate, showEntitlement, unprocess } from './load.ts'
import { OnePerson } from './one-person.tsx'
import { Person } from './person.tsx'
import { RotateToken } from './rotate-token.tsx'
import { SetProcessed } from './set-processed.tsx'

/** Process Enrollment (spec §2): an enrollment or a membership by its token, let in or taken out. */
export const entitlementScreen = staffScreen<EntitlementPage>({
  path: [paths.token, `${paths.token}/:token`],
  nav: { group: 'People', label: 'Process Enrollment' },
  load: context => showEntitlement(context, { saying: retried(context, retryMessages) }),
  submit: { process, unprocess, rotate, link, part, grades: retryGrade },
  View: ({ data, site }) => (
    <OfficePage title="Process Enrollment" lead="One person in one course, by the token of their link.">
      <Lookup
        action={paths.token}
        label="Token"
        name="token"
        defaultValue={data.typed}
        problem={data.missing ? adminMessages.neither : undefined}
        autoFocus={!data.view}
        button="Find"
      />
      <Said saying={data.saying} />
      {data.view && data.asking && (
        <Confirm
          asking={data.asking}
          action={hrefs.token(data.view.entitlement.token)}
          back={hrefs.token(data.view.entitlement.token)}
        />
      )}
      {data.view && !data.asking && (
        <Beside>
          <div>
            <Person view={data.view} may={data.rights.change} now={data.now} site={site} />
            {data.rights.change && <SetProcessed view={data.view} unreasoned={data.unreasoned === 'set'} />}
            <OnePerson view={data.view} other={data.other} may={data.rights.change} />
            {data.rights.change && (
              <RotateToken token={data.view.entitlement.token} unreasoned={data.unreasoned === 'rotate'} />
            )}
          </div>
          <div>
            <p>
              <a href={hrefs.find(data.view.entitlement.token)}>All that happened to this person</a>
            </p>
            <History entries={data.history} timezone={site.timezone} title="What colleagues did" />
          </div>
        </Beside>
      )}
    </OfficePage>
  ),
})
