import { counted } from '#src/core/rules/counted.ts'
import { listAnswerTimes } from '#src/desk/reports.ts'
import { answerTimesPoint, answerTimeText, serviceNames } from '#src/desk/rules/service-lines.ts'
import { type SetupLine, type SetupNote, setupNotes } from '#src/desk/rules/setup-lines.ts'
import { openSetup, sendTestMail, writeBackup } from '#src/desk/setup.ts'
import { done } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { PostButton } from '../../ui/button.tsx'
import { OfficePage, Panel, useStaff } from '../../ui/office-page.tsx'
import { RowsFigure } from '../figures/bars.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Says how an attempt ended; the page tries every service again. */
const tried = (note: SetupNote) => done(paths.setup, setupNotes[note].text, { tone: setupNotes[note].tone })

/** Setup: every outside service, tried when the page opens. For managers. */
export const setupScreen = staffScreen({
  path: paths.setup,
  nav: { section: 'System', label: 'Setup', right: 'manage' },
  load: async ({ app, staff, origin }) => {
    const checked = await openSetup(app, staff, origin)
    return page({ ...checked, times: await listAnswerTimes(app, staff) }, { title: 'Setup' })
  },
  acts: 'manage',
  submit: {
    mail: async ({ app, staff }) => tried(await sendTestMail(app, staff)),
    'back-up': async ({ app, staff }) =>
      (await writeBackup(app, staff)) ? tried('backed-up') : done(paths.setup, null),
  },
  View: ({ data: { lines, canBackUp, times } }) => (
    <OfficePage title="Setup" lead="We tried every service a moment ago. Reload to try again.">
      <Lines title="To repair" lines={lines.filter(l => l.state === 'wrong')} />
      <Lines title="Not set" lines={lines.filter(l => l.state === 'missing')} />
      <Lines title="Works" lines={lines.filter(l => l.state === 'ok')} />
      <AnswerTimes times={times} />
      {canBackUp && (
        <Panel title="Backup">
          <p>Writes a copy of the database into the folder backups of DATA_DIR. The site stays open.</p>
          <PostButton to={paths.setup} intent="back-up" label="Back up now" />
        </Panel>
      )}
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
              {name === 'Mail' && <TestMail />}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )

const TestMail = () => <PostButton to={paths.setup} intent="mail" label={`Send a test to ${useStaff().email}`} />

/** Answer times of the outside services in the last 30 days. The bar ends at the slowest call. */
const AnswerTimes = ({ times }: { times: Awaited<ReturnType<typeof listAnswerTimes>> }) => (
  <RowsFigure
    title="Answer times in 30 days"
    point={answerTimesPoint(times)}
    head={['Service', 'Average, slowest']}
    rows={times.map(({ service, calls, mean, slowest }) => ({
      key: service,
      name: `${serviceNames[service]}, ${counted(calls, 'call', 'calls')}`,
      value: mean,
      of: slowest,
      text: `${answerTimeText(mean)}, ${answerTimeText(slowest)}`,
    }))}
  />
)
