import type { TeacherNotice } from '#src/courses/rules/teacher-notice.ts'
import type { RosterPage } from '#src/lti/index.ts'
import { rosterMessages } from '#src/lti/rules/roster.ts'
import { pageExpired, pageExpiredTitle } from '#src/signs/rules/teacher.ts'
import { hrefs, paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { noticeOf } from '../teacher/notice.ts'
import { CourseNotice } from '../ui/course-notice.tsx'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'

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
  load: async ({ query, modules, site, now }) => {
    const { token = '', state = '' } = query
    const found = await modules.lti.openRoster({ token, state })
    if (!found) {
      const lms = await modules.access.findFramers(token)
      return page(null, { title: pageExpiredTitle, status: 410, framedBy: { lms } })
    }
    const notice = noticeOf(found.gate, { site, now })
    const data = { roster: found, back: hrefs.ltiTeacher(token, state), notice }
    return page(data, { title: `${rosterMessages.title}: ${found.course}`, framedBy: { lms: found.framers } })
  },
  View: ({ data, site }) =>
    data ? (
      <RosterView {...data} site={site} />
    ) : (
      <Message title={pageExpiredTitle} site={site}>
        <p>{pageExpired(site.support.email)}</p>
      </Message>
    ),
})

const RosterView = ({ roster: { course, rows, note }, back, notice, site }: Data & { site: Site }) => {
  const students = rows.filter(r => !r.isTest)
  const isIn = students.filter(r => r.step === 'in').length
  return (
    <div className="teacher">
      <PageHeader title={course} about={rosterMessages.title}>
        <a href={back}>Teacher page</a>
      </PageHeader>
      <div className="roster">
        <CourseNotice notice={notice} />
        {students.length === 0 && <Shelf />}
        <p className="lead">
          {students.length === 0 ? rosterMessages.nobody : rosterMessages.total(isIn, students.length)}
        </p>
        {rows.length > 0 && <Table rows={rows} />}
        {note && <p className="soft">{note}</p>}
      </div>
      <div className="teacher-foot">
        <Help support={site.support} />
      </div>
    </div>
  )
}

const Table = ({ rows }: Pick<RosterPage, 'rows'>) => (
  <table className="roster-table">
    <thead>
      <tr>
        <th scope="col">Student</th>
        <th scope="col">Step</th>
        <th scope="col">Still needed</th>
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
            {row.isTest && <span className="roster-mark">{rosterMessages.test}</span>}
          </th>
          <td>
            <span className={`roster-step roster-${row.step}`}>{row.word}</span>
          </td>
          <td>{row.stuck ?? rosterMessages.nothing}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
