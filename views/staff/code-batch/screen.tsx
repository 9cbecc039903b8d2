import { annotateBatch, endCodeLinks, findCodeBatch, hasCodeLinks, mailCodeBatch } from '#src/access/code-batches.ts'
import { staffCodeStatus } from '#src/access/code-contract.ts'
import { undoImport } from '#src/access/code-imports.ts'
import { changeOpenCodes, type OpenCodesChange, undoVoid } from '#src/access/codes.ts'
import { processMessages } from '#src/access/rules/access-refusals.ts'
import {
  type BatchCode,
  codeMessages,
  codeRefusals,
  expiry,
  makingMessages,
  openCodes,
} from '#src/access/rules/code-batches.ts'
import { dayOf, shortDate } from '#src/core/rules/business-day.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { type Answer, ask, askFirst, type Done, done, makeRefuser, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Beside, NotFound, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { schoolFilter } from '../list/staff-list.ts'
import { doneUndo, type StaffContext, staffScreen, urlId, useRights } from '../staff-screen.ts'
import { Batch, BatchActions } from './batch.tsx'

const titleOf = ({ id }: { id: number }): string => `Codes of batch ${id}`

const load = async (context: StaffContext) => {
  const { app, staff, site, now } = context
  const found = await batchOf(context)
  const data = found && {
    ...found,
    /** A mailed link may still open the codes. */
    isMailed: await hasCodeLinks(app, found.batch.id),
    schools: await schoolFilter.options(context),
    history: await listAudit(app, { subject: { kind: 'batch', id: found.batch.id }, most: 30 }, staff),
    today: dayOf(now, site.timezone),
  }
  return page(data, {
    title: data ? titleOf(data.batch) : codeRefusals.batch_not_found.message,
    status: data ? 200 : 404,
  })
}

const refuse = makeRefuser(codeRefusals, staffCodeStatus)

const batchOf = ({ app, staff, params }: StaffContext) => findCodeBatch(app, params.batch ?? '', staff)

/** Voids all codes of the batch that have uses left, once the numbers were confirmed. */
const voidOpen = async (context: StaffContext, form: Form) => {
  const found = await batchOf(context)
  if (!found) return refuse('batch_not_found')
  const { batch, codes } = found
  return changeOpen(context, form, {
    ...found,
    change: { do: 'void' },
    says: codeMessages.voids(codes),
    button: 'Void unused',
    isDangerous: true,
    result: count =>
      done(hrefs.batch(batch.id), makingMessages.voided(count), { undo: count > 0 ? { of: 'void' } : undefined }),
  })
}

/** Gives all codes of the batch that have uses left another last day, once the numbers were confirmed. */
const extendOpen = async (context: StaffContext, form: Form) => {
  const { site, now } = context
  const found = await batchOf(context)
  if (!found) return refuse('batch_not_found')
  const { batch, codes } = found
  const expires = form.fields.good_until ?? ''
  const day = expiry(expires, { now, timezone: site.timezone })
  if (!day.ok) return refuseDay(day.reason)
  return changeOpen(context, form, {
    ...found,
    change: { do: 'extend', expires },
    says: codeMessages.extends(codes, day.expiresAt ? shortDate(day.expiresAt, site.timezone) : 'no end date'),
    button: 'Extend',
    isDangerous: false,
    result: count => done(hrefs.batch(batch.id), makingMessages.extended(count)),
  })
}

interface OpenChange {
  batch: { id: number }
  codes: BatchCode[]
  change: OpenCodesChange
  says: string[]
  button: string
  isDangerous: boolean
  /** Answers with the number of changed codes. */
  result(count: number): Done
}

/** Changes all open codes. Asks for a reason first, and again if the numbers changed meanwhile. */
const changeOpen = async ({ app, staff }: StaffContext, form: Form, wanted: OpenChange): Promise<Answer> => {
  const { batch, codes, change, says, button, isDangerous } = wanted
  if (openCodes(codes).length === 0) return refuse('none_open')
  const effectsKey = says.join(' ')
  const question = { title: `${button}?`, says, effectsKey, button, isDangerous, needsReason: true }
  return askFirst(form, question, async ({ confirmed, reason }) => {
    if (reason === '') return reasonMissing
    if (confirmed !== effectsKey) return ask(question)
    const changed = await changeOpenCodes(app, { which: { batchId: batch.id }, change, reason }, staff)
    return changed.ok ? wanted.result(changed.codes) : refuseDay(changed.reason)
  })
}

/** The last day has another name here than in the form that makes codes. */
const refuseDay = (reason: 'invalid_expiry' | 'expiry_in_past') =>
  refused(reason, { ...codeRefusals[reason], field: 'good_until' }, staffCodeStatus[reason])

const reasonMissing = refused('reason_required', { message: processMessages.reason, field: 'reason' }, 422)

const annotate = async (context: StaffContext, { fields }: Form) => {
  const { app, staff } = context
  const { school = '', seller = '', note = '' } = fields
  const id = urlId(context, 'batch')
  const result = await annotateBatch(app, id, { school, seller, note }, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.batch(id), makingMessages.changed)
}

/** Mails a link to the codes, as cards and as a file. */
const mail = async (context: StaffContext, { fields }: Form) => {
  const id = urlId(context, 'batch')
  const result = await mailCodeBatch(context.app, id, fields.email ?? '', context.staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.batch(id), makingMessages.mailed(result.email))
}

const endLinks = async (context: StaffContext) => {
  const found = await batchOf(context)
  if (!found) return refuse('batch_not_found')
  await endCodeLinks(context.app, found.batch.id, context.staff)
  return done(hrefs.batch(found.batch.id), makingMessages.linksEnded)
}

/** Takes an import or the voiding of its codes back. */
const undo = async (context: StaffContext, { fields }: Form) => {
  const { app, staff } = context
  const id = urlId(context, 'batch')
  return fields.of === 'void'
    ? doneUndo(hrefs.batch(id), await undoVoid(app, id, staff))
    : doneUndo(paths.importAccessCodes, await undoImport(app, id, staff))
}

/** One batch of codes: prints, mails, voids and extends it. */
export const codeBatchScreen = staffScreen({
  path: paths.batch,
  nav: { section: 'Access Codes', label: 'Batch of codes', isUnlisted: true },
  load,
  acts: { void: 'manage', extend: 'manage', annotate: 'manage' },
  submit: { void: voidOpen, extend: extendOpen, annotate, mail, 'end-links': endLinks, undo },
  fields: ['note', 'good_until', 'school', 'email'],
  View: ({ data }) => {
    const { manage } = useRights()
    if (!data)
      return (
        <NotFound
          title={codeRefusals.batch_not_found.message}
          lead="The number in the address may be wrong."
          list={[paths.codes, 'All batches']}
        />
      )
    return (
      <OfficePage title={titleOf(data.batch)} lead="Print them as cards, or see who used them.">
        <Beside>
          <Batch {...data} />
          <div>
            {manage && <BatchActions {...data} />}
            <History entries={data.history} />
          </div>
        </Beside>
        <p>
          <a href={paths.codes}>All batches</a>
        </p>
      </OfficePage>
    )
  },
})
