import { may } from '#src/core/rules/staff.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { changeListing } from '#src/signs/added-signs.ts'
import { signChangeStatus } from '#src/signs/contract.ts'
import { problemsOf, shownFields } from '#src/signs/rules/added-signs.ts'
import { type EntryTexts, entryFieldNames, writeEntry } from '#src/signs/rules/entry-fields.ts'
import { changeRefusals, REMARK_MAX } from '#src/signs/rules/sign-changes.ts'
import {
  approveChange,
  type ChangeRefused,
  type ChangeReviewed,
  changeSign,
  discardChange,
  sendBackChange,
} from '#src/signs/sign-changes.ts'
import { previewWithdrawal, viewSign } from '#src/signs/signs.ts'
import { ask, confirmationIn, done, posted, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Fields, type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Beside, NotFound, OfficePage, Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { formId, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { ChangeTag, ChangeWords, FieldChanges, OpenChange } from './changes.tsx'
import { EntryForm } from './entry-form.tsx'

const slugOf = (context: StaffContext): string => urlParam(context, 'slug')

const load = async (context: StaffContext) => {
  const { app, staff, answer } = context
  const slug = slugOf(context)
  const found = await viewSign(app, slug, staff)
  if (!found) return page(null, { title: 'Sign not found', status: 404 })
  const [latest] = found.changes
  const open = latest && (latest.state === 'waiting' || latest.state === 'sent_back') ? latest : null
  const now = writeEntry(found.sign)
  return page(
    {
      ...found,
      /** Texts that the dictionary shows. */
      now,
      /** Texts in the form: with the open change, or as they were sent. */
      texts: { ...now, ...open?.fields, ...textsIn(posted(answer, 'save').fields) },
      seen: latest?.id ?? 0,
      /** The change that waits, or was sent back. */
      open,
      history: may(staff, 'see')
        ? await listAudit(app, { subject: { kind: 'sign', key: slug }, most: 50 }, staff)
        : null,
      reviews: may(staff, 'review') && open?.state === 'waiting',
      /** Effects of the withdrawal that waits for review. */
      withdrawalSays: (open?.withdraws && (await previewWithdrawal(app, slug, staff))) || [],
    },
    { title: found.sign.gloss },
  )
}

export type SignPage = NonNullable<DataOf<typeof load>>

const textsIn = (fields: Fields): Partial<EntryTexts> =>
  Object.fromEntries(entryFieldNames.flatMap(field => (fields[field] === undefined ? [] : [[field, fields[field]]])))

const refuse = (result: ChangeRefused) => {
  const refusal = refused(result.reason, changeRefusals[result.reason], signChangeStatus[result.reason])
  if (result.reason !== 'fields_wrong') return refusal
  return { ...refusal, problems: { ...refusal.problems, ...problemsOf(result.faults) } }
}

const SAVED = 'Saved. The change waits for a reviewer.'

const save = async (context: StaffContext, form: Form) => {
  const slug = slugOf(context)
  const asked = { slug, texts: textsIn(form.fields), seen: formId(form, 'seen') }
  const saved = await changeSign(context.app, asked, context.staff)
  return saved.ok ? done(hrefs.sign(slug), SAVED) : refuse(saved)
}

const review =
  (
    step: (app: StaffContext['app'], id: number, staff: StaffContext['staff'], form: Form) => Promise<ChangeReviewed>,
    text: string,
  ) =>
  async ({ app, staff }: StaffContext, form: Form) => {
    const reviewed = await step(app, formId(form, 'change'), staff, form)
    return reviewed.ok ? done(hrefs.sign(reviewed.sign), text) : refuse(reviewed)
  }

/** Asks a reviewer to withdraw an entry, or to bring it back. */
const asking = (withdraws: boolean) => async (context: StaffContext, form: Form) => {
  const slug = slugOf(context)
  const asked = await changeListing(context.app, { slug, seen: formId(form, 'seen'), withdraws }, context.staff)
  return asked.ok ? done(hrefs.sign(slug), SAVED) : refuse(asked)
}

const withdraw = async (context: StaffContext, form: Form) => {
  const says = confirmationIn(form) ? null : await previewWithdrawal(context.app, slugOf(context), context.staff)
  return says
    ? ask({ title: 'Ask to withdraw this entry?', says, button: 'Ask to withdraw', needsReason: false })
    : asking(true)(context, form)
}

/** One entry of the dictionary: its form, the review of a change, and earlier changes. */
export const signScreen = staffScreen({
  path: paths.sign,
  right: 'clips',
  load,
  submit: {
    save,
    approve: review(approveChange, 'Approved. The dictionary is up to date.'),
    'send-back': review(
      (app, id, staff, { fields: { comment = '' } }) => sendBackChange(app, id, comment.slice(0, REMARK_MAX), staff),
      'The change was sent back.',
    ),
    discard: review(discardChange, 'The change was discarded.'),
    withdraw,
    restore: asking(false),
  },
  fields: ['comment'],
  View: ({ data }) => {
    const { time } = useDates()
    const { problems } = usePosted('save')
    const says = 'The dictionary has no such sign.'
    if (!data) return <NotFound title="Sign not found" says={says} list={[paths.signs, 'All entries']} />
    const { sign, state, open, changes, reviews } = data
    const earlier = changes.filter(change => change.id !== open?.id)
    return (
      <OfficePage
        title={sign.gloss}
        lead={
          <>
            Unit {sign.lesson} ·{' '}
            {state === 'listed' && (
              <>
                <a href={hrefs.dictionary(paths.dictionary, { sign: sign.slug })}>In the dictionary</a> ·{' '}
                <a href={hrefs.clipSign(sign.slug)}>Clips of this sign</a> ·{' '}
              </>
            )}
            <a href={paths.signs}>All entries</a>
          </>
        }
      >
        <OpenChange data={data} />
        <Beside>
          {state === 'withdrawn' ? (
            <Withdrawal step="restore" data={data} />
          ) : (
            <Panel title="Entry">
              <p className="soft">Leave unknown fields empty. The dictionary shows only filled ones.</p>
              <EntryForm
                action={hrefs.sign(sign.slug)}
                gloss={sign.gloss}
                texts={data.texts}
                problems={problems}
                seen={data.seen}
                reviews={reviews}
              />
            </Panel>
          )}
          <div>
            {earlier.length > 0 && (
              <Panel title="Earlier changes">
                <ol className="history">
                  {earlier.map(change => (
                    <li key={change.id}>
                      <p>
                        <ChangeTag state={change.state} /> {change.proposedBy ?? 'Unknown'}{' '}
                        <span className="soft">{time(change.createdAt)}</span>
                      </p>
                      <ChangeWords change={change} />
                      <FieldChanges fields={shownFields(change)} />
                    </li>
                  ))}
                </ol>
              </Panel>
            )}
            {data.history && <History title="Audit" entries={data.history} />}
            {state === 'listed' && !open?.withdraws && <Withdrawal step="withdraw" data={data} />}
          </div>
        </Beside>
      </OfficePage>
    )
  },
})

const withdrawals = {
  withdraw: {
    title: 'Withdraw',
    says: 'The entry leaves the dictionary, cards, sheets and lists once a reviewer approves. Its clips are kept. You can bring it back.',
    label: 'Ask to withdraw…',
  },
  restore: {
    title: 'Withdrawn',
    says: 'The dictionary does not show this entry. A reviewer can bring it back as it was.',
    label: 'Ask to bring back',
  },
} as const

/** Asks to withdraw an entry that the dictionary shows, or to bring one back that was withdrawn. */
const Withdrawal = ({ step, data: { sign, seen } }: { step: keyof typeof withdrawals; data: SignPage }) => {
  const { title, says, label } = withdrawals[step]
  return (
    <Panel title={title}>
      <p>{says}</p>
      <form method="post" action={hrefs.sign(sign.slug)} className="buttons">
        <input type="hidden" name="seen" value={seen} />
        <ActionButton intent={step} label={label} look="quiet" />
      </form>
    </Panel>
  )
}
