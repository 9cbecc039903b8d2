import type { SearchResult } from '#src/staff/rules/search-result.ts'
import { findMessages } from '#src/staff/rules/staff-search.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, type Result, redirect } from '../../screen.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { blankLookup } from '../blank-lookup.ts'
import { Lookup } from '../lookup.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { activate, type Fixed, letIn, retry } from './fix-access.ts'
import { Messages } from './messages.tsx'
import { PersonCourses } from './person-courses.tsx'
import { ResultTables } from './result-tables.tsx'
import { StuckPeople } from './stuck-people.tsx'
import { Timeline } from './timeline.tsx'

interface FindPage {
  typed: string
  blank: string | null
  found: SearchResult
  rights: Rights
  feedback: FeedbackText | null
  /** Person whose form was sent without a reason. */
  problem: { token: string; text: string } | null
}

const isNothing = ({ question, person, ...found }: SearchResult): boolean => {
  const { people, teachers, codes, courses, schools, products, batches, payments, helpRequests, mails } = found
  const lists = [people, teachers, codes, courses, schools, products, batches, payments, helpRequests, mails]
  return question.is !== 'nothing' && !person && lists.every(list => list.length === 0)
}

const show = async (context: StaffContext, more: Fixed = {}): Promise<Result<FindPage>> => {
  const { modules, staff } = context
  const typed = urlParam(context, 'q')
  const blank = blankLookup(context, 'q')
  const found = await modules.staff.searchRecords(typed, staff)
  // A person may have quoted the reference; then the page has their requests too.
  if (found.question.is === 'launch' && rightsOf(staff).everywhere && found.helpRequests.length === 0)
    return redirect(hrefs.launches({ reference: found.question.reference }))
  return page<FindPage>(
    { typed, blank, found, rights: rightsOf(staff), feedback: more.feedback ?? null, problem: more.problem ?? null },
    { title: typed ? `Find ${typed}` : 'Find', status: more.status ?? (isNothing(found) ? 404 : blank ? 422 : 200) },
  )
}

/** Find anything: searches all records. For a person it shows their access, its reasons, fixes and history. */
export const findScreen = staffScreen<FindPage>({
  path: paths.find,
  knowsSchools: true,
  nav: { group: 'People', label: 'Find Anything' },
  load: context => show(context),
  submit: { 'let-in': letIn(show), activate: activate(show), retry: retry(show) },
  View: ({ data: { typed, blank, found, rights, feedback, problem }, site }) => (
    <OfficePage title="Find Anything" lead={blank ? undefined : findMessages.hint}>
      {typed === '' && (
        <Lookup action={paths.find} label="Search for" name="q" problem={blank ?? undefined} button="Find" autoFocus />
      )}
      <Feedback feedback={feedback} />
      {found.question.is === 'launch' && rights.everywhere && (
        <p>
          <a href={hrefs.launches({ reference: found.question.reference })}>
            Launch with the reference {found.question.reference}
          </a>
        </p>
      )}
      {isNothing(found) && <Feedback feedback={{ tone: 'problem', text: findMessages.nothing(typed) }} />}
      <div className="hits" data-first-hits>
        <ResultTables found={found} canManage={rights.manage} timezone={site.timezone} />
      </div>
      <StuckPeople found={found} action={hrefs.find(typed)} rights={rights} problem={problem} />
      {found.person && (
        <>
          <PersonCourses person={found.person} action={hrefs.find(typed)} rights={rights} problem={problem} />
          <Timeline person={found.person} timezone={site.timezone} />
        </>
      )}
      <div className="hits">
        <Messages found={found} timezone={site.timezone} />
      </div>
    </OfficePage>
  ),
})
