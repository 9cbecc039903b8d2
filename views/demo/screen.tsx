import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { type DataOf, demoPage, page, redirect, type Screen, type ScreenContext, screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/choices.tsx'
import { Pills } from '../ui/learning-links.tsx'
import AutoLaunch from './auto-launch.island.tsx'
import type { Practice, PracticeChoice } from './practice.ts'

const FRAME = 'tool'

const loadFrom =
  (practice: Practice) =>
  async ({ query }: ScreenContext) => {
    const choice = practice.choose(query)
    const data = {
      options: practice.options,
      choice,
      changed: practice.changed(query, choice),
      launch: await practice.launch(choice),
      term: { ...(await practice.term.state()), size: practice.term.size },
    }
    return page(data, { title: 'Practice LMS' })
  }
type Data = DataOf<ReturnType<typeof loadFrom>>

/** Practice LMS, the first page of the demo. Shows how an LMS opens Signbook. */
export const practiceLms = (practice: Practice): Screen =>
  screen({
    path: paths.demo,
    ...demoPage,
    load: loadFrom(practice),
    submit: {
      async term() {
        practice.term.start()
        return redirect(`${paths.demo}#term`)
      },
    },
    View: ({ data }) => (
      <>
        <header className="practice-intro book">
          <div>
            <h1>Try Signbook as a school</h1>
          </div>
        </header>
        <div className="practice">
          <Presets {...data} />
          <Lms {...data} />
          <HowItWorks />
          <Chooser {...data} />
          <ToTry {...data} />
        </div>
      </>
    ),
  })

const HowItWorks = () => (
  <ol className="practice-how">
    <li>
      <strong>The LMS opens a course.</strong> It signs the school, the course, the person and the role.
    </li>
    <li>
      <strong>Signbook checks the signature.</strong> It shows the right page inside the course.
    </li>
    <li>
      <strong>The student enters a code for each product, or pays.</strong> Then the course opens.
    </li>
  </ol>
)

const Presets = ({ options, choice }: Data) => (
  <div className="practice-kinds">
    <Pills
      label="Kinds of launch"
      of={options.presets.map(preset => ({
        name: preset.label,
        href: hrefs.demo(preset.choice),
        current: isSame(preset.choice, choice) ? 'true' : undefined,
      }))}
    />
  </div>
)

const isSame = (a: PracticeChoice, b: PracticeChoice): boolean =>
  a.course === b.course && a.role === b.role && a.opens === b.opens && a.fault === b.fault

const Chooser = ({ options, choice }: Data) => (
  <form className="practice-choose" method="get" action={`${paths.demo}#lms`}>
    <h2>Choose a launch</h2>
    <Select
      label="Course"
      name="course"
      value={choice.course}
      groups={options.courses.map(s => ({ label: s.school, options: s.courses }))}
    />
    <Select label="Person" name="person" value={choice.person} options={options.people} />
    <Select label="Role" name="role" value={choice.role} options={options.roles} />
    <Select label="Page to open" name="opens" value={choice.opens} options={options.opens} />
    <Select label="Problem to simulate" name="fault" value={choice.fault} options={options.faults} />
    <Button>Open the course</Button>
  </form>
)

/** More to try. Below the frame, so that on a phone it does not separate the form from the result. */
const ToTry = ({ options: { codes, joins, people }, term }: Data) => (
  <div className="practice-more">
    <section>
      <h2>Access codes to try</h2>
      <ul className="practice-codes">
        {codes.map(({ code, says }) => (
          <li key={code}>
            <code>{code}</code>
            <span className="soft">{says}</span>
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>Open without a launch</h2>
      <ul className="practice-codes">
        <li>
          <a href={paths.dictionary}>The sign dictionary</a>
        </li>
        <li>
          <a href={paths.demoPlayer}>The sign player, with a test clip</a>
        </li>
        <li>
          <a href={hrefs.dictionary(paths.dictionary, { term: 'Unit 1.1', sign: 'good' })}>An entry with a test clip</a>
        </li>
        {people
          .filter(({ label }) => label.includes('@'))
          .map(({ label }) => label.split(',', 1)[0] ?? '')
          .map(name => (
            <li key={name}>
              <a href={hrefs.fingerspelling(name)}>{name}, fingerspelled</a>
            </li>
          ))}
      </ul>
    </section>
    <section>
      <h2>Join without an LMS</h2>
      <p className="soft">Teachers send these links to students. Find the students' email in the outbox.</p>
      <ul className="practice-codes">
        {joins.map(({ label, token }) => (
          <li key={token}>
            <a href={hrefs.verify(token)}>{label}</a>
          </li>
        ))}
      </ul>
      <a className="button button-quiet" href={paths.demoOutbox}>
        Open the outbox
      </a>
    </section>
    <Term {...term} />
  </div>
)

/** Fills the back office with made-up schools. */
const Term = ({ size, isRunning, schools }: Data['term']) => (
  <section id="term">
    <h2>A term of practice data</h2>
    <p className="soft">
      {size.schools} schools, {size.courses} courses and {size.students.toLocaleString('en')} students for the back
      office.
    </p>
    {isRunning ? (
      <p role="status">
        {schools} of {size.schools} schools are added. Reload this page to see how far it is.
      </p>
    ) : schools < size.schools ? (
      <form method="post" action={paths.demo}>
        <Button look="quiet" name="intent" value="term">
          Add the practice data
        </Button>
        <p className="soft">This takes about a minute.</p>
      </form>
    ) : (
      <p>
        The practice data is here. <a href={paths.today}>Log in as staff</a> to see it.
      </p>
    )}
  </section>
)

const Lms = ({ launch, choice, changed }: Data) => (
  <section className="lms" id="lms" aria-label="The practice LMS">
    <header className="lms-bar">
      <strong>{launch.school}</strong>
      <span>{launch.course}</span>
      <Island
        of={AutoLaunch}
        props={{
          launch: { action: launch.action, method: launch.method, fields: launch.fields },
          frame: FRAME,
          relaunch: withQuery(paths.demo, { ...choice }),
        }}
        eager
      />
    </header>
    {changed.map(sentence => (
      <p key={sentence} className="lms-changed">
        {sentence}
      </p>
    ))}
    <div className="lms-page">
      <ul className="lms-nav" aria-hidden="true">
        <li>Home</li>
        <li>Modules</li>
        <li>Grades</li>
        <li className="lms-here">Textbook</li>
        <li>People</li>
      </ul>
      <div className="lms-tool">
        <p className="lms-empty">Signbook opens here.</p>
        <iframe name={FRAME} title="Signbook inside the course page" />
      </div>
    </div>
    <footer className="lms-foot">
      {launch.grade && (
        <p>
          In the gradebook of the LMS: <strong>{launch.grade}</strong>
        </p>
      )}
      <details>
        <summary>What the LMS sends</summary>
        <dl>
          {launch.fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || '(empty)'}</dd>
            </div>
          ))}
        </dl>
      </details>
    </footer>
  </section>
)
