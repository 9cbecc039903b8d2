import { backedUpText, type SetupLine } from '#src/desk/rules/setup-lines.ts'
import { openSetup, writeBackup } from '#src/desk/setup.ts'
import { done } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { PostButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Setup: every setting and outside service, tried when the page opens. For managers. */
export const setupScreen = staffScreen({
  path: paths.setup,
  nav: { section: 'System', label: 'Setup', right: 'manage' },
  load: async ({ app, staff, origin }) => page(await openSetup(app, staff, origin), { title: 'Setup' }),
  acts: 'manage',
  submit: {
    'back-up': async ({ app, staff }) => done(paths.setup, (await writeBackup(app, staff)) && backedUpText),
  },
  View: ({ data: { lines, given, absent, canBackUp } }) => (
    <OfficePage title="Setup" lead="We tried every service a moment ago. Reload to try again.">
      <Lines title="To repair" lines={lines.filter(l => l.state === 'wrong')} />
      <Lines title="Not set" lines={lines.filter(l => l.state === 'missing')} />
      <Lines title="Works" lines={lines.filter(l => l.state === 'ok')} />
      {canBackUp && (
        <Panel title="Backup">
          <p>Writes a copy of the database into the folder backups of DATA_DIR. The site stays open.</p>
          <PostButton to={paths.setup} intent="back-up" label="Back up now" />
        </Panel>
      )}
      <Panel title="Settings">
        <Facts
          of={[
            ['With a value', <SettingNames key="given" names={given} />],
            ['Default', <SettingNames key="absent" names={absent} />],
          ]}
        />
      </Panel>
    </OfficePage>
  ),
})

const Lines = ({ title, lines }: { title: string; lines: SetupLine[] }) =>
  lines.length > 0 && (
    <Panel title={title}>
      <ul className="setup">
        {lines.map(({ name, state, found, nextStep }) => (
          <li key={name} data-setup={name}>
            <h3>{name}</h3>
            <span className={`setup-state setup-${state}`}>{state}</span>
            <div>
              <p>{found}</p>
              {nextStep && <p className="setup-next-step">{nextStep}</p>}
              {name === 'Mail' && <a href={paths.mailTexts}>Send yourself a test</a>}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )

const SettingNames = ({ names }: { names: string[] }) => <code className="setup-names">{names.join(' ')}</code>
