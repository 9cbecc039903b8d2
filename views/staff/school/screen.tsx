import { checkForm } from '#src/core/rules/form.ts'
import { rowId, rowIds } from '#src/core/rules/rows.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { setDefaultProducts } from '#src/courses/products.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { waitingMessages } from '#src/courses/rules/waiting-courses.ts'
import { retryGrades } from '#src/lti/grades.ts'
import { previewSecretRotation, rotateConsumerSecret } from '#src/schools/consumers.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { consumerMessages, consumerRefusals, describeSecretRotation } from '#src/schools/rules/consumer.ts'
import { settingsChanged } from '#src/schools/rules/school.ts'
import {
  SchoolNoteForm,
  schoolMessages,
  schoolRefusals,
  seatLinkMessages,
  versionsText,
} from '#src/schools/rules/school-facts.ts'
import { findSchool, noteSchool, undoNote, undoSchoolChange, updateSchool } from '#src/schools/schools.ts'
import { createSeatLink, withdrawSeatLink } from '#src/schools/seat-links.ts'
import { askFirst, done, invalid, makeRefuser, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { NotFound, OfficePage, useShownOnce } from '../../ui/office-page.tsx'
import { answerRetry } from '../rejected-grades.tsx'
import { Secret, settingsIn, typedSettings } from '../schools.tsx'
import { doneUndo, type StaffContext, staffScreen, urlId } from '../staff-screen.ts'
import { loadSchool, SchoolPanel } from './school-panel.tsx'

const load = async (context: StaffContext) => {
  const data = await loadSchool(context, urlId(context))
  return page(data, {
    title: data?.school.name ?? schoolRefusals.school_not_found.message,
    status: data ? 200 : 404,
  })
}

const refuse = makeRefuser(schoolRefusals, schoolStatus)

const update = async (context: StaffContext, { fields }: Form) => {
  const { app } = context
  const id = urlId(context)
  const school = await findSchool(app, id, context.staff)
  if (!school) return refuse('school_not_found')
  const before = typedSettings(school)
  const typed = settingsIn(fields, before)
  if (!settingsChanged(before, typed)) return done(hrefs.schoolPage(id), consumerMessages.nothing, { tone: 'problem' })
  const result = await updateSchool(app, id, typed, context.staff)
  return result.ok
    ? done(hrefs.schoolPage(id), schoolMessages.updated, { undo: { of: 'update' } })
    : refuse(result.reason)
}

const wordsIn = ({ fields }: Form) =>
  checkForm(SchoolNoteForm, { contact: fields.contact ?? '', note: fields.note ?? '' })

/** Saves the contact and the note. The undo form has the words before. */
const note = async (context: StaffContext, form: Form) => {
  const checked = wordsIn(form)
  if (!checked.ok) return invalid(checked.problems)
  const id = urlId(context)
  const saved = await noteSchool(context.app, id, checked.value, context.staff)
  if (!saved.ok) return refuse(saved.reason)
  return done(hrefs.schoolPage(id), schoolMessages.noted, saved.before ? { undo: { ...saved.before } } : {})
}

/** Takes back the last change of the settings, or of the contact and note. */
const undo = async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const id = urlId(context)
  if (form.fields.of === 'update') return doneUndo(hrefs.schoolPage(id), await undoSchoolChange(app, id, staff))
  const checked = wordsIn(form)
  if (!checked.ok) return invalid(checked.problems)
  return doneUndo(hrefs.schoolPage(id), await undoNote(app, id, checked.value, staff))
}

const defaults = async (context: StaffContext, { all }: Form) => {
  const id = urlId(context)
  const result = await setDefaultProducts(context.app, id, rowIds(all.product_ids), context.staff)
  return result.ok
    ? done(hrefs.schoolPage(id), waitingMessages.saved(result.school))
    : refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
}

const refuseKey = makeRefuser(consumerRefusals, schoolStatus)

/** Makes a new secret for a key, shown once. Asks first: the administrator must enter it. */
const rotate = async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const key = (form.fields.key ?? '').trim()
  const preview = await previewSecretRotation(app, key, staff)
  if (!preview) return refuseKey('consumer_not_found')
  const question = {
    title: 'Make a new secret?',
    says: describeSecretRotation(preview),
    button: 'Make a new secret',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, async ({ reason }) => {
    const result = await rotateConsumerSecret(app, key, staff, reason)
    if (!result.ok) return refuseKey(result.reason)
    const shows = { key, secret: result.secret }
    return done(hrefs.schoolPage(urlId(context)), consumerMessages.rotated, { shows })
  })
}

const grades = (context: StaffContext) => {
  const id = urlId(context)
  return answerRetry(hrefs.schoolPage(id), retryGrades(context.app, { kind: 'school', id }, context.staff))
}

const link = async (context: StaffContext) => {
  const id = urlId(context)
  const created = await createSeatLink(context.app, id, context.staff)
  return created.ok ? done(hrefs.schoolPage(id), seatLinkMessages.created) : refuse(created.reason)
}

const withdraw = async (context: StaffContext, { fields }: Form) => {
  const id = urlId(context)
  await withdrawSeatLink(context.app, id, rowId(fields.link) ?? 0, context.staff)
  return done(hrefs.schoolPage(id), seatLinkMessages.withdrawn)
}

/** One school: settings, connections, courses, seats and launches, and what staff know about it. */
export const schoolPageScreen = staffScreen({
  path: paths.schoolPage,
  nav: { section: 'Connections', label: 'School', isUnlisted: true },
  knowsSchools: true,
  load,
  acts: { update: 'manage', defaults: 'manage', rotate: 'manage', grades: 'manage' },
  submit: { update, defaults, rotate, grades, note, undo, link, withdraw },
  fields: ['name', 'email_domain', 'contact', 'note'],
  View: ({ data }) => {
    const { key, secret } = useShownOnce<{ key: string; secret: string }>()
    const { message } = schoolRefusals.school_not_found
    if (!data) return <NotFound title="School" lead={message} list={[paths.find, 'Find a school']} />
    const { school } = data
    const versions = versionsText(school.connections)
    return (
      <OfficePage title={school.name} lead={versions ? `Uses ${versions}.` : 'Has no connection yet.'}>
        {key && secret && <Secret consumerKey={key} secret={secret} />}
        <SchoolPanel data={data} />
      </OfficePage>
    )
  },
})
