import type { AuditEntry } from '#src/core/rules/audit.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { type SchoolRef, schoolKinds } from '#src/core/rules/school-ref.ts'
import type { SchoolOverview } from '#src/reports/rules/school-overview.ts'
import {
  type JoinedSchool,
  LTI,
  SchoolNoteForm,
  schoolMessages,
  schoolRefusals,
} from '#src/schools/rules/school-facts.ts'
import { type SeatLink, seatLinkMessages } from '#src/schools/rules/seat-link.ts'
import { done, invalid, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { doneUndo } from '../undo.ts'
import { SchoolCourses } from './school-courses.tsx'
import { AboutSchool } from './school-facts.tsx'
import { SchoolLaunches } from './school-launches.tsx'
import { SchoolNotes } from './school-notes.tsx'
import { SchoolReadiness } from './school-readiness.tsx'
import { SchoolSeats } from './school-seats.tsx'
import { SeatLinks } from './seat-links.tsx'
import { findSchool } from "#src/schools/find-school.ts";
import { describeSchool } from "#src/reports/read-reports.ts";
import { checkSchool } from "#src/reports/read-reports.ts";
import { listSeatLinks } from "#src/schools/seat-links.ts";
import { listAudit } from "#src/staff/list-audit.ts";
import { noteSchool } from "#src/schools/find-school.ts";
import { undoNote } from "#src/schools/find-school.ts";
import { createSeatLink } from "#src/schools/seat-links.ts";
import { withdrawSeatLink } from "#src/schools/seat-links.ts";

export interface SchoolPage {
  school: JoinedSchool
  /** Address that the page was opened at, one of several. */
  address: string
  overview: SchoolOverview
  /** Steps to set up each record. */
  readiness: SchoolChecked[]
  /** Links to the seat page that work. */
  seatLinks: SeatLink[]
  history: AuditEntry[]
  rights: Rights
}

const schoolIn = (context: StaffContext): SchoolRef => ({
  kind: schoolKinds.find(kind => kind === urlParam(context, 'kind')) ?? 'consumer',
  id: rowId(urlParam(context, 'id')) ?? 0,
})

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const ref = schoolIn(context)
  const school = await findSchool(app, ref, staff)
  if (!school) return page<SchoolPage | null>(null, { title: schoolRefusals.school_not_found.message, status: 404 })
  const rights = rightsOf(staff)
  const records = school.versions
  const data: SchoolPage = {
    school,
    address: hrefs.schoolPage(ref),
    overview: await describeSchool(app, records),
    readiness: await checkSchool(app, records),
    seatLinks: rights.everywhere ? await listSeatLinks(app, records) : [],
    history: rights.everywhere ? await historyOf(context, records) : [],
    rights,
  }
  return page<SchoolPage | null>(data, { title: school.name })
}

const MOST_CHANGES = 30

/** Lists the changes of all records of a school, newest first. */
const historyOf = async ({ app, staff }: StaffContext, records: SchoolRef[]): Promise<AuditEntry[]> => {
  const of = ({ kind, id }: SchoolRef) =>
    listAudit(app, { subject: { kind, id }, changesOnly: true, most: MOST_CHANGES }, staff)
  const entries = (await Promise.all(records.map(of))).flat()
  return entries.sort((a, b) => b.id - a.id).slice(0, MOST_CHANGES)
}

const refuse = (reason: keyof typeof schoolRefusals) => refused(reason, schoolRefusals[reason], 404)

const wordsIn = ({ fields }: Form) =>
  checkForm(SchoolNoteForm, { contact: fields.contact ?? '', note: fields.note ?? '' })

/** Saves the contact and the note. The undo form has the words before. */
const note = async (context: StaffContext, form: Form) => {
  const checked = wordsIn(form)
  if (!checked.ok) return invalid(checked.problems)
  const school = schoolIn(context)
  const saved = await noteSchool(context.app, school, checked.value, context.staff)
  if (!saved.ok) return refuse(saved.reason)
  return done(hrefs.schoolPage(school), schoolMessages.noted, saved.before ? { undo: { ...saved.before } } : {})
}

const undo = async (context: StaffContext, form: Form) => {
  const checked = wordsIn(form)
  if (!checked.ok) return invalid(checked.problems)
  const school = schoolIn(context)
  const undone = await undoNote(context.app, school, checked.value, context.staff)
  return doneUndo(hrefs.schoolPage(school), undone)
}

/** Creates a link to the seat page. */
const link = async (context: StaffContext) => {
  const school = schoolIn(context)
  const created = await createSeatLink(context.app, school, context.staff)
  return created.ok ? done(hrefs.schoolPage(school), seatLinkMessages.created) : refuse(created.reason)
}

/** Withdraws a link, so that it opens nothing from now on. */
const withdraw = async (context: StaffContext, { fields }: Form) => {
  const school = schoolIn(context)
  await withdrawSeatLink(context.app, school, rowId(fields.link) ?? 0, context.staff)
  return done(hrefs.schoolPage(school), seatLinkMessages.withdrawn)
}

/** One school of either LTI version: its settings, courses, seats and launches, and what staff know about it. */
export const schoolPageScreen = staffScreen<SchoolPage | null>({
  path: paths.schoolPage,
  nav: { group: 'Schools', label: 'School', isUnlisted: true },
  knowsSchools: true,
  load,
  submit: { note, undo, link, withdraw },
  fields: ['contact', 'note'],
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
