import { counted } from '#src/core/rules/counted.ts'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { deskStatus } from '#src/desk/contract.ts'
import { erasePerson, viewPersonalData } from '#src/desk/erasures.ts'
import { erasureMessages, erasureRefusals, requesterOf, requesterOptions } from '#src/desk/rules/erasures.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ByHandList } from '../record-links.tsx'
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'

type View = NonNullable<Awaited<ReturnType<typeof viewPersonalData>>>

const load = async (context: StaffContext) => {
  const view = await viewPersonalData(context.app, urlId(context), context.staff)
  return page(view, { title: 'Personal Data', status: view ? 200 : httpStatus(deskStatus, 'person_not_found') })
}

const erase = async (context: StaffContext, { fields }: Form) => {
  const given = { personId: urlId(context), asked: requesterOf(fields.asked), confirmed: fields.confirmed ?? '' }
  const erased = await erasePerson(context.app, given, context.staff)
  return erased.ok
    ? done(paths.whatWeKeep, erasureMessages.erased)
    : refused(erased.reason, erasureRefusals[erased.reason], deskStatus[erased.reason])
}

/** Personal Data: what is known about a person, to export it or to erase them. Managers only. */
export const personScreen = staffScreen({
  path: `${paths.person}/:id`,
  nav: { section: 'Find', label: 'Personal data', isUnlisted: true },
  load,
  acts: 'manage',
  submit: { erase },
  View: ({ data: view }) => (
    <OfficePage
      title="Personal Data"
      lead="See all that we keep about a person. Your visit is logged."
      problem={!view && erasureRefusals.person_not_found.message}
    >
      {view && (
        <>
          <Panel title={nameOf(view)}>
            <ul className="bullets">
              {view.records.map(r => (
                <li key={r.id}>{[r.email, r.school && `school: ${r.school}`].filter(Boolean).join(', ')}</li>
              ))}
            </ul>
            <DataTable
              caption="What we keep about this person"
              head={['Data', 'Records', 'Erasing']}
              figures={[1]}
              empty="Nothing."
              rows={view.held.map(h => ({ key: h.purpose, cells: [h.purpose, h.count, h.erasing] }))}
            />
            <p>
              <a href={hrefs.personPage(view.records[0]?.id ?? 0)}>Page of this person</a>
            </p>
            <QuietLink href={hrefs.exportPerson(view.records[0]?.id ?? 0)}>Export as zip</QuietLink>
          </Panel>
          <Erase view={view} />
        </>
      )}
    </OfficePage>
  ),
})

const nameOf = ({ records }: View): string => records.find(r => r.name)?.name ?? records[0]?.email ?? 'No name'

const eraseText = ({ held }: View): string => {
  const count = held.reduce((sum, { count }) => sum + count, 0)
  return `Erase this person (${counted(count, 'record', 'records')})`
}

const Erase = ({ view }: { view: View }) => (
  <Panel title="Erase this person" form>
    <ul className="bullets">
      <li>Names, addresses, LMS ids, mail and help texts are deleted. This cannot be undone.</li>
      <li>Used codes and paid amounts stay under a random name. Tax law requires them.</li>
      <li>The history keeps what happened, when, and which colleague did it.</li>
      <li>{erasureMessages.newPerson}</li>
      <li>{erasureMessages.mailboxes}</li>
    </ul>
    {view.byHand.length > 0 && (
      <>
        <h3>Erase these by hand</h3>
        <ByHandList byHand={view.byHand} />
      </>
    )}
    {view.sameAddress.length > 0 && (
      <>
        <h3>Other records with this address stay</h3>
        <ul className="bullets">
          {view.sameAddress.map(r => (
            <li key={r.id}>
              <a href={hrefs.personPage(r.id)}>{r.name ?? r.email}</a>
              {r.school && `, ${r.school}`}: <a href={hrefs.person(r.id)}>personal data</a>
            </li>
          ))}
        </ul>
      </>
    )}
    {view.block ? (
      <Notice tone="problem">{erasureRefusals[view.block].message}</Notice>
    ) : (
      <form method="post" action={hrefs.person(view.records[0]?.id ?? 0)} className="form">
        <Select label="Who asked for it?" name="asked" value="" required empty="Choose" options={requesterOptions} />
        <Check
          label="I have read what will be deleted. It cannot be undone."
          name="confirmed"
          value={view.effectsKey}
          required
        />
        <ActionButton intent="erase" label={eraseText(view)} look="danger" />
      </form>
    )}
  </Panel>
)
