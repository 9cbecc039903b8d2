import { LTI, schoolRefusals } from '#src/schools/rules/school-facts.ts'
import { paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { staffScreen } from '../staff-screen.ts'
import { createLink, type SchoolPage, saveNote, showSchool, undoNote, withdrawLink } from './load.ts'
import { SchoolCourses } from './school-courses.tsx'
import { AboutSchool } from './school-facts.tsx'
import { SchoolLaunches } from './school-launches.tsx'
import { SchoolNotes } from './school-notes.tsx'
import { SchoolReadiness } from './school-readiness.tsx'
import { SchoolSeats } from './school-seats.tsx'
import { SeatLinks } from './seat-links.tsx'

/** One school of either LTI version: its settings, courses, seats and launches, and what staff know about it. */
export const schoolPageScreen = staffScreen<SchoolPage | null>({
  path: paths.schoolPage,
  nav: { group: 'Schools', label: 'School', isUnlisted: true },
  knowsSchools: true,
  load: context => showSchool(context),
  submit: { note: saveNote, undo: undoNote, link: createLink, withdraw: withdrawLink },
  View: ({ data, site }) => {
    if (!data)
      return (
        <OfficePage title="School" lead={schoolRefusals.school_not_found.message}>
          <p>
            <a href={paths.find}>Find a school</a>
          </p>
        </OfficePage>
      )
    const { school, history, rights } = data
    return (
      <OfficePage
        title={school.name}
        lead={`Uses ${[...new Set(school.versions.map(v => LTI[v.kind]))].join(' and ')}.`}
      >
        <Feedback feedback={data.feedback} />
        <Beside>
          <div>
            <AboutSchool data={data} timezone={site.timezone} />
            <SchoolCourses data={data} timezone={site.timezone} />
            <SchoolSeats data={data} timezone={site.timezone} />
          </div>
          <div>
            <SchoolReadiness data={data} />
            <SchoolLaunches data={data} />
            {rights.everywhere && <SeatLinks data={data} site={site} />}
            {rights.everywhere && <SchoolNotes data={data} />}
            {rights.everywhere && <History entries={history} timezone={site.timezone} />}
          </div>
        </Beside>
      </OfficePage>
    )
  },
})
