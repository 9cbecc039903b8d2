import { accessStatus } from '#src/access/contract.ts'
import { setProcessed, undoLetIn } from '#src/access/people.ts'
import { describeRemoval, processMessages } from '#src/access/rules/access-refusals.ts'
import { type LinkReason, type ListedPerson, linkRefusals, onePersonMessages } from '#src/access/rules/people.ts'
import { accessRefusals, processRefusals } from '#src/access/texts/access-refusals.ts'
import { findForStaff, rotateToken } from '#src/access/tokens.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { staffStatus } from '#src/desk/contract.ts'
import { linkPeople, previewLink, previewUnlink, unlinkPeople } from '#src/desk/linked-people.ts'
import { viewEntitlement } from '#src/desk/person-records.ts'
import { retryGrades } from '#src/lti/grades.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { answerRetry } from '../rejected-grades.tsx'
import { doneUndo, type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { peopleList } from './people-list.tsx'
import { Person, RotateToken, SamePerson, SetProcessed } from './person.tsx'

export type View = NonNullable<Awaited<ReturnType<typeof viewEntitlement>>>

interface EntitlementPage {
  typed: string
  problem: string | null
  view: View | null
  history: AuditEntry[]
  /** Null for one person. */
  list: ShownList<ListedPerson> | null
  rights: Rights
  now: Date
}

const load = async (context: StaffContext) => {
  const { app, staff, now } = context
  const typed = urlParam(context, 'token')
  const view = typed ? await viewEntitlement(app, typed, staff) : null
  const missing = typed !== '' && !view
  const blank = blankLookup(context, 'token')
  const subject = view && { kind: 'entitlement' as const, id: view.entitlement.id }
  const data: EntitlementPage = {
    typed,
    problem: missing ? adminMessages.neither : blank,
    view,
    history: subject ? await listAudit(app, { subject, changesOnly: true, most: 50 }, staff) : [],
    list: typed ? null : await loadList(peopleList, context),
    rights: rightsOf(staff),
    now,
  }
  return page(data, { title: 'Process Enrollment', status: missing ? 404 : blank ? 422 : 200 })
}

/** Lets the person in or takes them out. Asks first if a person who paid by card would get no refund. */
const set = (processed: boolean) => async (context: StaffContext, form: Form) => {
  const confirmation = confirmationIn(form)
  const reason = confirmation?.reason ?? reasonOf(form)
  const token = urlParam(context, 'token')
  const given = { token, processed, reason, confirm: confirmation !== null }
  const result = await setProcessed(context.app, given, context.staff)
  if (result.ok) {
    const undo = processed && result.entitlement.source === 'staff' ? { token } : undefined
    return done(hrefs.token(token), processed ? processMessages.processed : processMessages.unprocessed, { undo })
  }
  const refusal = refused(result.reason, processRefusals[result.reason], accessStatus[result.reason])
  if (result.reason === 'entitlement_not_found') return refusal
  const question = {
    title: 'Take out, without a refund?',
    says: describeRemoval(result.entitlement),
    button: 'Un-process',
    needsReason: true,
  }
  if (result.reason === 'removal_unconfirmed') return ask(question)
  return confirmation ? ask(question, refusal) : refusal
}

const undo = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const token = fields.token ?? ''
  return doneUndo(hrefs.token(token), await undoLetIn(app, token, staff))
}

const reasonOf = ({ fields }: Form): string => (fields.reason ?? '').trim().slice(0, 500)

/** Replaces the token. The page's URL contains the old one, so this leads to the new one. */
const rotate = async (context: StaffContext, form: Form) => {
  const given = { token: urlParam(context, 'token'), reason: reasonOf(form) }
  const rotated = await rotateToken(context.app, given, context.staff)
  return rotated.ok
    ? done(hrefs.token(rotated.token), processMessages.rotated)
    : refused(rotated.reason, accessRefusals[rotated.reason], accessStatus[rotated.reason])
}

interface Verdict {
  title: string
  button: string
  preview: typeof previewLink | typeof previewUnlink
  carryOut: typeof linkPeople | typeof unlinkPeople
  text: string
}

const refuseLink = (reason: LinkReason) => refused(reason, linkRefusals[reason], staffStatus[reason])

/** Links or unlinks the records of one person, after a confirmation. */
const decide =
  ({ title, button, preview: previewOf, carryOut, text }: Verdict) =>
  async (context: StaffContext, form: Form) => {
    const { app, staff } = context
    const given = { token: urlParam(context, 'token'), other: form.fields.other ?? '' }
    const confirmation = confirmationIn(form)
    const result = confirmation && (await carryOut(app, { ...given, ...confirmation }, staff))
    if (result?.ok) return done(hrefs.token(given.token), text)
    if (result && result.reason !== 'reason_required') return refuseLink(result.reason)
    const preview = await previewOf(app, given, staff)
    if (!preview.ok) return refuseLink(preview.reason)
    const { says, effectsKey } = preview
    return ask({ title, says, effectsKey, button, needsReason: true }, result && refuseLink(result.reason))
  }

const link = decide({
  title: 'Link as one person?',
  button: 'Link',
  preview: previewLink,
  carryOut: linkPeople,
  text: onePersonMessages.linked,
})

const unlink = decide({
  title: 'Unlink these people?',
  button: 'Unlink',
  preview: previewUnlink,
  carryOut: unlinkPeople,
  text: onePersonMessages.parted,
})

/** Sends the rejected grade again, once the school has fixed its LMS. */
const grades = async (context: StaffContext) => {
  const token = urlParam(context, 'token')
  const found = await findForStaff(context.app, token, context.staff)
  return answerRetry(
    hrefs.token(token),
    found && retryGrades(context.app, { kind: 'entitlement', id: found.id }, context.staff),
  )
}

/** Process Enrollment: finds an enrollment or a membership by its token, to let the person in or take them out. */
export const entitlementScreen = staffScreen<EntitlementPage>({
  path: [paths.token, `${paths.token}/:token`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Process Enrollment', hint: 'List of people' },
  load: async context => csvOf(peopleList, context) ?? load(context),
  submit: {
    process: set(true),
    undo,
    unprocess: set(false),
    rotate,
    link,
    unlink,
    grades,
    bulk: bulkSubmit(['let-in', 'move']),
  },
  fields: ['reason', 'other'],
  View: ({ data, site }) => (
    <OfficePage
      title="Process Enrollment"
      lead="Find one person in one course by the token in their link."
      details={<BulkPreview />}
    >
      <Lookup
        action={paths.token}
        label="Token"
        name="token"
        defaultValue={data.typed}
        problem={data.problem ?? undefined}
        button="Find"
      />
      {data.view && (
        <Beside>
          <div>
            <Person view={data.view} rights={data.rights} now={data.now} site={site} />
            {data.rights.change && <SetProcessed view={data.view} now={data.now} />}
            <SamePerson view={data.view} canChange={data.rights.change} />
            {data.rights.change && <RotateToken token={data.view.entitlement.token} />}
          </div>
          <div>
            <p>
              <a href={hrefs.personPage(data.view.entitlement.personId)}>See everything that happened to this person</a>
            </p>
            {data.rights.manage && (
              <p>
                <a href={hrefs.person(data.view.entitlement.personId)}>Personal data: export or erase</a>
              </p>
            )}
            <History entries={data.history} timezone={site.timezone} title="Changes by staff" />
          </div>
        </Beside>
      )}
      {data.list && <ListPanel list={peopleList} shown={data.list} timezone={site.timezone} />}
    </OfficePage>
  ),
})
