import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { TeacherNotice } from '#src/courses/rules/teacher-notice.ts'
import type { RosterPage } from '#src/lti/index.ts'
import { hrefs, paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { Expired } from '../teacher/expired.tsx'
import { noticeOf } from '../teacher/notice.ts'
import { CourseNotice } from '../ui/course-notice.tsx'
import { Help } from '../ui/help.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'

interface Data {
  roster: RosterPage
  /** Address of the teacher page of the same launch. */
  back: string
  notice: TeacherNotice | null
}

/** A teacher's list of students: who is in, and what the others still need. Shows no money. */
export const roster = screen<Data | null>({
  path: paths.ltiRoster,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async ({ query, modules, site, now, language: visitor }) => {
    const { token = '', state = '' } = query
    const found = await modules.lti.openRoster({ token, state }, visitor)
    if (!found) {
      const lms = await modules.access.findFramers(token)
      return page(null, { title: textsIn(visitor).teacher.expiredTitle, status: 410, framedBy: { lms } })
    }
    const { language } = found
    const notice = noticeOf(found.gate, { site, now, language })
    const data = { roster: found, back: hrefs.ltiTeacher(token, state), notice }
    const title = `${textsIn(language).roster.whoHasAccess}: ${found.course}`
    return page(data, { title, language, framedBy: { lms: found.framers } })
  },
  View: ({ data, site }) => (data ? <RosterView {...data} site={site} /> : <Expired site={site} />),
})

const RosterView = ({ roster: { course, rows, note }, back, notice, site }: Data & { site: Site }) => {
  const texts = useServerTexts('roster')
  const students = rows.filter(r => !r.isTest)
  const isIn = students.filter(r => r.step === 'in').length
  return (
    <div className="teacher">
      <PageHeader title={course} about={texts.whoHasAccess}>
        <a href={back}>{useTexts('teacher').teacherPage}</a>
      </PageHeader>
      <div className="roster">
        <CourseNotice notice={notice} />
        {students.length === 0 && <Shelf />}
        <p className="lead">{students.length === 0 ? texts.nobody : texts.total(isIn, students.length)}</p>
        {rows.length > 0 && <Table rows={rows} />}
        {note && <p className="soft">{note}</p>}
      </div>
      <div className="teacher-foot">
        <Help support={site.support} />
      </div>
    </div>
  )
}

const Table = ({ rows }: Pick<RosterPage, 'rows'>) => {
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
