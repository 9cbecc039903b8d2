import { calledName } from '#src/access/rules/entitlement.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { findTexts } from '#src/desk/rules/search.ts'
import type { SearchResult } from '#src/desk/rules/search-results.ts'
import { searchRecords } from '#src/desk/search.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { blankLookup, Lookup } from '../lookup.tsx'
import { rightsOf, type StaffContext, staffScreen, urlParam, useRights } from '../staff-screen.ts'
import { CourseAccessPanel } from './course-access.tsx'
import { personActions, personFields } from './person-actions.ts'
import { PersonPanel } from './person-panel.tsx'
import { Messages, ResultTables } from './results.tsx'

const isNothing = ({ question, person, ...found }: SearchResult): boolean =>
  question.is !== 'nothing' && !person && Object.values(found).every(of => !Array.isArray(of) || of.length === 0)

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const typed = urlParam(context, 'q')
  const blank = blankLookup(context, 'q')
  const found = await searchRecords(app, typed, staff)
  // A person may have quoted the reference; then the page has their requests too.
  if (found.question.is === 'launch' && rightsOf(staff).everywhere && found.helpRequests.length === 0)
    return redirect(hrefs.launches({ reference: found.question.reference }))
  const status = isNothing(found) ? 404 : blank ? 422 : 200
  return page({ typed, blank, found }, { title: typed ? `Find ${typed}` : 'Find', status })
}

/** Find anything: searches all records. For a person it shows their access, its reasons, fixes and history. */
export const findScreen = staffScreen({
  path: paths.find,
  knowsSchools: true,
  nav: { section: 'Find', label: 'Find Anything' },
  load,
  submit: personActions,
  fields: personFields,
  View: ({ data: { typed, blank, found } }) => (
    <OfficePage
      title="Find Anything"
      lead={blank ? undefined : findTexts.hint}
      problem={isNothing(found) && findTexts.nothing(typed)}
    >
      {typed === '' && (
        <Lookup action={paths.find} label="Search for" name="q" problem={blank} button="Find" autoFocus />
      )}
      {found.question.is === 'launch' && <LaunchLink reference={found.question.reference} />}
      <div className="hits" data-first-hits>
        <ResultTables found={found} />
      </div>
      <StuckPeople found={found} action={hrefs.find(typed)} />
      {found.person && (
        <PersonPanel
          person={found.person}
          action={hrefs.find(typed)}
          token={found.question.is === 'token' ? found.question.token : undefined}
        />
      )}
      <div className="hits">
        <Messages found={found} />
      </div>
    </OfficePage>
  ),
})

/** A role for some schools cannot open the launch diary. */
const LaunchLink = ({ reference }: { reference: string }) =>
  useRights().everywhere && (
    <p>
      <a href={hrefs.launches({ reference })}>Launch with the reference {reference}</a>
    </p>
  )

/** The few people who were found and have no access, each with the usual fix. */
const StuckPeople = ({ found: { stuck, people }, action }: { found: SearchResult; action: string }) =>
  stuck.length > 0 && (
    <div className="person-courses">
      {stuck.map(course => {
        const e = course.entitlement
        return (
          <CourseAccessPanel
            key={e.token}
            course={course}
            title={`${calledName(e)}, ${courseName(e.course)}`}
            labels={[e.email, people.find(p => p.id === e.personId)?.mark ?? null]}
            action={action}
          />
        )
      })}
    </div>
  )
