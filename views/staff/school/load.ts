import type { AuditEntry } from '#src/core/rules/audit.ts'
import { checkForm, type Problems } from '#src/core/rules/form.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { type SchoolRef, schoolKinds } from '#src/core/rules/school-ref.ts'
import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import type { SchoolChecked } from '#src/reports/index.ts'
import type { SchoolOverview } from '#src/reports/rules/school-overview.ts'
import { type JoinedSchool, SchoolNoteForm, schoolMessages, schoolRefusals } from '#src/schools/rules/school-facts.ts'
import { type SeatLink, seatLinkMessages } from '#src/schools/rules/seat-link.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'

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
  problems: Problems
  feedback: FeedbackText | null
}

const schoolIn = (context: StaffContext): SchoolRef => ({
  kind: schoolKinds.find(kind => kind === urlParam(context, 'kind')) ?? 'consumer',
  id: rowId(urlParam(context, 'id')) ?? 0,
})

interface Shown {
  problems?: Problems
  feedback?: FeedbackText
  status?: number
}

export const showSchool = async (context: StaffContext, shown: Shown = {}): Promise<Result<SchoolPage | null>> => {
  const { modules, staff } = context
  const ref = schoolIn(context)
  const school = await modules.schools.findSchool(ref, staff)
  if (!school) return page<SchoolPage | null>(null, { title: schoolRefusals.school_not_found.message, status: 404 })
  const rights = rightsOf(staff)
  const records = school.versions
  const data: SchoolPage = {
    school,
    address: hrefs.schoolPage(ref),
    overview: await modules.reports.describeSchool(records),
    readiness: await modules.reports.checkSchool(records),
    seatLinks: rights.everywhere ? await modules.schools.listSeatLinks(records) : [],
    history: rights.everywhere ? await historyOf(context, records) : [],
    rights,
    problems: shown.problems ?? {},
    feedback: shown.feedback ?? null,
  }
  return page<SchoolPage | null>(data, { title: school.name, status: shown.status ?? 200 })
}

const MOST_CHANGES = 30

/** Lists the changes of all records of a school, newest first. */
const historyOf = async ({ modules, staff }: StaffContext, records: SchoolRef[]): Promise<AuditEntry[]> => {
  const of = ({ kind, id }: SchoolRef) =>
    modules.staff.listAudit({ subject: { kind, id }, changesOnly: true, most: MOST_CHANGES }, staff)
  const entries = (await Promise.all(records.map(of))).flat()
  return entries.sort((a, b) => b.id - a.id).slice(0, MOST_CHANGES)
}

/** Saves the contact and the note. */
export const saveNote = async (context: StaffContext, { fields }: Form) => {
  const checked = checkForm(SchoolNoteForm, { contact: fields.contact ?? '', note: fields.note ?? '' })
  if (!checked.ok) return showSchool(context, { problems: checked.problems, status: 422 })
  const school = schoolIn(context)
  const saved = await context.modules.schools.noteSchool(school, checked.value, context.staff)
  if (!saved.ok) return showSchool(context, { feedback: problem(schoolRefusals[saved.reason].message), status: 404 })
  const undo = saved.before && { undo: { action: hrefs.schoolPage(school), fields: { ...saved.before } } }
  return showSchool(context, { feedback: { tone: 'good', text: schoolMessages.noted, ...undo } })
}

/** Restores the contact and the note, which the undo form sends. */
export const undoNote = async (context: StaffContext, { fields }: Form) => {
  const checked = checkForm(SchoolNoteForm, { contact: fields.contact ?? '', note: fields.note ?? '' })
  if (!checked.ok) return showSchool(context, { problems: checked.problems, status: 422 })
  const undone = await context.modules.schools.undoNote(schoolIn(context), checked.value, context.staff)
  return undone.ok
    ? showSchool(context, { feedback: { tone: 'good', text: undoneText } })
    : showSchool(context, { feedback: problem(undoRefusals[undone.reason].message), status: 409 })
}

const problem = (text: string): FeedbackText => ({ tone: 'problem', text })

/** Creates a link to the seat page. */
export const createLink = async (context: StaffContext) => {
  const created = await context.modules.schools.createSeatLink(schoolIn(context), context.staff)
  return created.ok
    ? showSchool(context, { feedback: { tone: 'good', text: seatLinkMessages.created } })
    : showSchool(context, { feedback: problem(schoolRefusals[created.reason].message), status: 404 })
}

/** Withdraws a link, so that it opens nothing from now on. */
export const withdrawLink = async (context: StaffContext, { fields }: Form) => {
  await context.modules.schools.withdrawSeatLink(schoolIn(context), rowId(fields.link) ?? 0, context.staff)
  return showSchool(context, { feedback: { tone: 'good', text: seatLinkMessages.withdrawn } })
}
