import type { ReactNode } from 'react'
import { END_DATE_LINES } from '#src/lti/rules/launch-course.ts'
import type { DeploymentStatus } from '#src/schools/rules/deployment.ts'
import { type SchoolSettings, switchesOf, switchesTicked, type TypedSettings } from '#src/schools/rules/school.ts'
import { type ListedSchool, schoolSorts } from '#src/schools/rules/school-facts.ts'
import { listSchoolRows } from '#src/schools/schools.ts'
import { paths } from '../paths.ts'
import type { Fields, LocalPath } from '../screen.ts'
import { Badge, Copied, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel, useSite } from '../ui/office-page.tsx'
import type { StaffList } from './list/staff-list.ts'

interface SchoolPicker {
  /** The school that another one is chosen for. */
  school: { id: number }
  /** Address of the page with the list. */
  path: LocalPath
  title: string
  /** The link or button that chooses a school. */
  choose(school: ListedSchool): ReactNode
}

/** A list to find one of many schools in, by name, key or domain. */
export const schoolPicker = ({ school, path, title, choose }: SchoolPicker): StaffList<ListedSchool> => ({
  name: 'schools',
  title,
  path,
  search: 'Name, key or domain',
  columns: [
    { head: 'School', value: s => s.name },
    { head: 'Key or domain', value: s => [...s.keys, ...s.domains].join(', '), minor: true },
    { head: 'Courses', value: s => s.courses, figure: true },
    {
      head: 'Choose',
      value: () => null,
      cell: s => (s.id === school.id ? <span className="soft">This school</span> : choose(s)),
    },
  ],
  filters: [],
  sorts: schoolSorts,
  empty: 'No school matches.',
  holds: 'facts',
  find: ({ db }, query) => listSchoolRows(db, query),
})

export const typedSettings = ({ name, emailDomain, ...school }: SchoolSettings): TypedSettings => ({
  ...switchesOf(school),
  name,
  emailDomain: emailDomain ?? '',
})

/** Reads the form. Without a name, it stays as before. */
export const settingsIn = (fields: Fields, before: TypedSettings): TypedSettings => ({
  ...switchesTicked(field => fields[field] === 'yes'),
  name: fields.name ?? before.name,
  emailDomain: fields.email_domain ?? '',
})

/** Values that the school enters in its LMS. The secret is shown only here. */
export const Secret = ({ consumerKey, secret }: { consumerKey: string; secret: string }) => {
  const { publicUrl } = useSite()
  return (
    <Panel title="Send to the school's administrator" form>
      <Notice tone="plain">Copy the secret now. You won't see it again.</Notice>
      <Facts
        of={[
          ['Launch URL', <Copied key="u">{publicUrl + paths.launch}</Copied>],
          ['Consumer key', <Copied key="k">{consumerKey}</Copied>],
          ['Shared secret', <Copied key="s">{secret}</Copied>],
          ['Cartridge for Canvas and Moodle', <Copied key="c">{publicUrl + paths.configXml}</Copied>],
          ['Custom parameters, one a line', <Copied key="p">{END_DATE_LINES}</Copied>],
        ]}
      />
    </Panel>
  )
}

const tones = { approved: 'good', waiting: 'plain', refused: 'problem' } as const

export const DeploymentState = ({ status }: { status: DeploymentStatus }) => (
  <Badge tone={tones[status]}>{status}</Badge>
)
