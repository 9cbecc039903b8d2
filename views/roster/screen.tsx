import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { TeacherNotice } from '#src/courses/rules/teacher-notice.ts'
import type { RosterPage } from '#src/lti/open-roster.ts'
import { openRoster } from '#src/lti/open-roster.ts'
import { countSteps, filterRoster, rosterCsv, rosterFilter } from '#src/lti/rules/roster-view.ts'
import { checkCourseForTeacher } from '#src/reports/read-reports.ts'
import type { TeacherStep } from '#src/reports/rules/teacher-readiness.ts'
import { paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { Expired, expiredPage } from '../teacher/expired.tsx'
import { TeacherFrame } from '../teacher/frame.tsx'
import type { Launch } from '../teacher/launch.ts'
import { noticeOf } from '../teacher/notice.ts'
import { CourseNotice } from '../ui/course-notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts } from '../ui/texts.ts'
import { CopyNames } from './copy-names.tsx'
import { RosterFilters } from './filters.tsx'
import { RosterTable } from './table.tsx'

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
      return { kind: 'csv', name: 'students.csv', lines: fileOf(rosterCsv(filterRoster(found.rows, filter), texts)) }
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

async function* fileOf(csv: string) {
  yield csv
}

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
  const students = counts.reduce((sum, { count }) => sum + count, 0)
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
        {students > 0 && (
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
