import { videoMessages } from '#src/signs/rules/video-accounts.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { Lookup } from '../lookup.tsx'
import { staffScreen } from '../staff-screen.ts'
import AccountsForm from './accounts-form.island.tsx'
import { addAccounts, removeAccounts, showVideo, type VideoPage } from './load.ts'

/** Manage video hosting: sets which accounts at the video host allow a domain. */
export const videoScreen = staffScreen<VideoPage>({
  path: paths.manageSproutvideo,
  nav: { group: 'Schools', label: 'Manage video hosting' },
  load: context => showVideo(context),
  submit: { add: addAccounts, remove: removeAccounts },
  View: ({ data, site }) => (
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
        problem={data.problem ?? undefined}
        autoFocus={!data.found}
      />
      <Feedback feedback={data.feedback} />
      {data.found && (
        <Beside>
          <Panel title={data.found.domain}>
            <h3>Allowed accounts</h3>
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
            {data.rights.change && (
              <Island of={AccountsForm} props={{ domain: data.found.domain, typed: data.units }} />
            )}
          </Panel>
          <History entries={data.history} timezone={site.timezone} />
        </Beside>
      )}
    </OfficePage>
  ),
})
