import type { TeacherNotice } from '#src/courses/texts/teacher-notice.ts'
import { checkCourseForTeacher } from '#src/desk/reports.ts'
import type { TeacherStep } from '#src/desk/rules/course-reports.ts'
import { openRoster, type RosterPage } from '#src/lti/roster.ts'
import {
  countSteps,
  filterRoster,
  isStudent,
  NAME_MAX,
  type RosterRow,
  rosterCsv,
  rosterFilter,
  rosterNames,
  type StepCount,
} from '#src/lti/rules/roster.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import type { Launch } from '../learn-paths.ts'
import { hrefs, paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { Expired, expiredPage, noticeOf, TeacherFrame } from '../teacher/frame.tsx'
import { Button } from '../ui/button.tsx'
import CopyTexts from '../ui/copy-text.island.tsx'
import { Field } from '../ui/field.tsx'
import { CourseNotice } from '../ui/notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface Data {
  roster: RosterPage
  launch: Launch
  filter: ReturnType<typeof rosterFilter>
  notice: TeacherNotice | null
  steps: TeacherStep[]
}

/** A teacher's list of students: who has access, and what the others still need. Shows no money. */
export const roster = screen<Data | null>({
  path: paths.ltiRoster,
  access: 'public',
  chrome: 'bare',
  styles: 'teach',
  translated: true,
  load: async context => {
    const { query, app, site, now, language: visitor } = context
    const { token = '', state = '' } = query
    const found = await openRoster(app, { token, state }, visitor)
    if (!found) return expiredPage(context)
    const { language } = found
    const texts = textsIn(language).roster
    const filter = rosterFilter(query)
    if (query.as === 'csv')
      return { kind: 'csv', name: 'students.csv', lines: [rosterCsv(filterRoster(found.rows, filter), texts)] }
    const notice = noticeOf(found.gate, { site, now, language })
    const steps = await checkCourseForTeacher(app, found.courseId, language)
    const data = { roster: found, launch: { token, state }, filter, notice, steps }
    return page(data, {
      title: `${texts.whoHasAccess}: ${found.course}`,
      language,
      framedBy: { lms: found.framers },
    })
  },
  View: ({ data, site }) => (data ? <RosterView {...data} site={site} /> : <Expired site={site} />),
})

const RosterView = ({
  roster: { course, rows, note, gate },
  launch,
  filter,
  notice,
  steps,
  site,
}: Data & { site: Site }) => {
  const texts = useServerTexts('roster')
  const counts = countSteps(rows)
  const students = rows.filter(isStudent).length
  const shown = filterRoster(rows, filter)
  return (
    <TeacherFrame course={course} here="roster" launch={launch} contextId={gate.contextId} steps={steps} site={site}>
      <div className="roster">
        <h2>{texts.whoHasAccess}</h2>
        <CourseNotice notice={notice} />
        {students === 0 && <Shelf />}
        <p className="lead">
          {students === 0 ? texts.nobody : texts.total(counts.find(c => c.step === 'in')?.count ?? 0, students)}
        </p>
        {counts.length > 0 && (
          <>
            <RosterFilters counts={counts} filter={filter} launch={launch} />
            {shown.length > 0 && <CopyNames rows={shown} filter={filter} course={course} launch={launch} />}
          </>
        )}
        {shown.length > 0 ? <RosterTable rows={shown} /> : rows.length > 0 && <p>{texts.noMatch}</p>}
        {note && <p className="soft">{note}</p>}
      </div>
    </TeacherFrame>
  )
}

type Filter = ReturnType<typeof rosterFilter>

/** A bar of all students by step, a link for each step, and a search by name. */
const RosterFilters = ({ counts, filter, launch }: { counts: StepCount[]; filter: Filter; launch: Launch }) => {
  const texts = useServerTexts('roster')
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const name = filter.name || undefined
  return (
    <>
      <svg className="roster-bar" aria-hidden="true">
        {sharesOf(counts.filter(c => c.step !== 'left')).map(({ step, x, width }) => (
          <rect key={step} className={`roster-part-${step}`} x={`${x}%`} width={`${width}%`} height="100%" />
        ))}
      </svg>
      <nav aria-label={texts.byStep}>
        <ul className="pills">
          {[{ step: null, count: all }, ...counts].map(({ step, count }) => (
            <li key={step}>
              <a
                className="pill"
                href={hrefs.ltiRoster(launch, { step: step ?? undefined, name })}
                aria-current={step === filter.step ? 'true' : undefined}
              >
                {step && (
                  <svg className="roster-key" aria-hidden="true">
                    <rect className={`roster-part-${step}`} width="100%" height="100%" rx="4" />
                  </svg>
                )}
                {step ? texts.steps[step] : texts.all} <span className="roster-count">{count}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form method="get" action={paths.ltiRoster} className="roster-find">
        <input type="hidden" name="state" value={launch.state} />
        <input type="hidden" name="token" value={launch.token} />
        {filter.step && <input type="hidden" name="step" value={filter.step} />}
        <Field
          label={texts.findName}
          name="name"
          type="search"
          defaultValue={filter.name}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
        <Button look="quiet">{texts.find}</Button>
      </form>
    </>
  )
}

/** Start and width of the part of each step, in percent. */
const sharesOf = (counts: StepCount[]) => {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return counts.map(({ step, count }) => {
    const x = (before / all) * 100
    before += count
    return { step, x, width: (count / all) * 100 }
  })
}

/** The students, each with the step and what is still needed. */
const RosterTable = ({ rows }: { rows: RosterRow[] }) => {
  const texts = useServerTexts('roster')
  return (
    <table className="roster-table">
      <thead>
        <tr>
          <th scope="col">{texts.student}</th>
          <th scope="col">{texts.step}</th>
          <th scope="col">{texts.stillNeeded}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
            key={n}
            data-step={row.step}
          >
            <th scope="row">
              <span dir="auto">{row.name}</span>
              {row.mark && <span className="roster-mark">{row.mark}</span>}
              {row.isTest && <span className="roster-mark">{texts.testStudent}</span>}
            </th>
            <td>
              <span className={`roster-step roster-${row.step}`}>{row.word}</span>
            </td>
            <td>{row.stuck ?? texts.nothing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CopyNamesProps {
  rows: RosterRow[]
  filter: Filter
  course: string
  launch: Launch
}

/** The names shown and, for one step, a reminder, to copy; and the file of the students shown. */
const CopyNames = ({ rows, filter: { step, name }, course, launch }: CopyNamesProps) => {
  const texts = useServerTexts('roster')
  const names = rosterNames(rows)
  const reminders: Partial<Record<string, (course: string) => string>> = texts.reminders
  const reminder = step && reminders[step]?.(course)
  const count = rows.filter(isStudent).length
  if (count === 0) return null
  const items = [
    { label: texts.names(count), text: names, rows: Math.min(count, 8) },
    ...(reminder ? [{ label: texts.reminder, text: reminder, rows: 4 }] : []),
  ]
  const file = hrefs.ltiRoster(launch, { step: step ?? undefined, name: name || undefined, as: 'csv' })
  return (
    <div className="roster-copy">
      <details open={Boolean(reminder)}>
        <summary>{reminder ? texts.copyAndRemind : texts.copy}</summary>
        <Island of={CopyTexts} props={{ items }} />
      </details>
      <a href={file} download>
        {texts.csv}
      </a>
    </div>
  )
}
