import { rowId } from '#src/core/rules/rows.ts'
import { may } from '#src/core/rules/staff.ts'
import { areClipsMade } from '#src/signs/clips/processing.ts'
import { giveOwnConsent } from '#src/signs/clips/signers.ts'
import { type ConsentFacts, listStudioUnit, listUnfinishedClips, viewConsent } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { stateText } from '#src/signs/rules/clips/clip.ts'
import { signerRefusals } from '#src/signs/rules/clips/consent.ts'
import { isIn, type QueueEntry, queues, queueText } from '#src/signs/rules/clips/reviews.ts'
import { done, makeRefuser, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, ButtonLink, QuietLink } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, useStaff } from '../../ui/office-page.tsx'
import { ConsentWords, NoFfmpeg, StateTag } from '../clip/studio.tsx'
import { TwoLines } from '../list/list-panel.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, staff, query }: StaffContext) => {
  const unit = /^\d{1,2}$/.test(query.unit ?? '') ? Number(query.unit) : 1
  const { units, entries } = await listStudioUnit(app, unit, staff)
  const records = may(staff, 'record')
  const { clips, uploads } = await listUnfinishedClips(app, staff)
  const show = queues.find(queue => queue === query.show) ?? (records ? 'missing' : 'waiting')
  return page(
    {
      unit,
      show,
      units,
      shown: entries.filter(entry => isIn(show, entry)),
      counts: queues.map(queue => ({ queue, count: entries.filter(entry => isIn(queue, entry)).length })),
      /** The first sign of the unit without a clip. */
      next: records ? entries.find(entry => isIn('missing', entry)) : undefined,
      /** Clips that need details, and files on their way. */
      unfinished: clips.length + uploads,
      ffmpeg: await areClipsMade(app),
      consent: await viewConsent(app, staff),
    },
    { title: 'Clips' },
  )
}

const refuse = makeRefuser(signerRefusals, clipStatus)

/** Saves the consent of the staff user as a signer. The box must be ticked, also without a script. */
const agree = async ({ app, staff }: StaffContext, { fields }: Form) => {
  if (fields.agreed !== 'yes') return refused('not_agreed', { message: 'Tick the box to say that you agree.' }, 422)
  const agreed = await giveOwnConsent(app, rowId(fields.version) ?? 0, staff)
  return agreed.ok ? done(paths.clips, 'Your consent is saved. You can record now.') : refuse(agreed.reason)
}

/** The clip studio: the signs of a unit by how far their clips are. */
export const clipsScreen = staffScreen({
  path: paths.clips,
  right: 'clips',
  nav: { section: 'Clips', label: 'Clips' },
  load,
  submit: { agree },
  View: ({ data }) => {
    const { unit, show, units, shown, counts, unfinished, ffmpeg, consent, next } = data
    const staff = useStaff()
    const records = may(staff, 'record')
    const here = (to: { unit?: number; show?: string }) =>
      hrefs.clips({ unit: String(to.unit ?? unit), show: to.show ?? show })
    return (
      <OfficePage title="Clips" lead="Record, review and publish a clip for each sign.">
        <NoFfmpeg ready={ffmpeg} />
        {records && <ConsentPanel {...consent} />}
        <p className="buttons">
          {next && consent.own && (
            <ButtonLink href={hrefs.clipSign(next.slug)}>Record the next sign: {next.gloss}</ButtonLink>
          )}
          <QuietLink href={paths.clipFiles}>
            {' '}
            {records ? 'Add many files' : 'Unfinished clips'}
            {unfinished > 0 && <span className="count">{unfinished}</span>}
          </QuietLink>
          <QuietLink href={hrefs.signs({ unit: String(unit) })}>Entries of this unit</QuietLink>
          <QuietLink href={paths.signedHelp}>Signed help</QuietLink>
          {may(staff, 'manage') && <QuietLink href={paths.clipSigners}>Signers and consent</QuietLink>}
        </p>
        <nav aria-label="Units" className="clip-units">
          <ul className="pills">
            {units.map(u => (
              <li key={u.unit}>
                <a className="pill" href={here({ unit: u.unit })} aria-current={u.unit === unit ? 'page' : undefined}>
                  Unit {u.unit}
                  <span className="clip-share">
                    {u.published}/{u.signs}
                    {u.waiting > 0 && ` · ${u.waiting} to review`}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Panel title={`Unit ${unit}`}>
          <nav aria-label="How far" className="link-row">
            {counts.map(({ queue, count }) => (
              <a key={queue} href={here({ show: queue })} aria-current={queue === show ? 'page' : undefined}>
                {queueText[queue]} ({count})
              </a>
            ))}
          </nav>
          <Entries entries={shown} />
        </Panel>
      </OfficePage>
    )
  },
})

/** Asks a signer to agree to the consent text, once for each version of it. */
const ConsentPanel = ({ text, own }: Pick<ConsentFacts, 'text' | 'own'>) =>
  own?.consent?.version === text.version ? null : (
    <Panel title={own?.consent ? 'The consent text has changed' : 'Before you record'} form>
      <ConsentWords text={text} />
      <p className="soft">Version {text.version}</p>
      <form method="post" action={paths.clips} className="form">
        <input type="hidden" name="version" value={text.version} />
        <Check
          label="I agree to this for my clips"
          hint={text.spanish && <span lang="es">Doy mi consentimiento para mis videos</span>}
          name="agreed"
          value="yes"
          required
        />
        <ActionButton intent="agree" label="Save my consent" />
      </form>
    </Panel>
  )

/** Signs of a queue, each with its clips and the usual next step. */
const Entries = ({ entries }: { entries: QueueEntry[] }) => (
  <DataTable
    caption="Signs"
    head={['Sign', 'Clips', 'Next step']}
    empty="No sign of this unit."
    rows={entries.map(entry => ({
      key: entry.slug,
      cells: [
        <TwoLines key="s" below={`${entry.english.join(', ')} · ${entry.lesson}`}>
          <a className="gloss" href={hrefs.clipSign(entry.slug)}>
            {entry.gloss}
          </a>
        </TwoLines>,
        <ul key="c" className="tags">
          {entry.clips.slice(0, 6).map(({ id, state, variant, kind }) => (
            <li key={id}>
              <a href={hrefs.clip(id)} aria-label={`${stateText[state]}: ${entry.gloss} ${variant}`}>
                <StateTag state={state} />
              </a>
              {variant && <span className="soft"> {variant}</span>}
              {kind === 'example' && <span className="soft"> in a sentence</span>}
            </li>
          ))}
        </ul>,
        <NextStep key="n" entry={entry} />,
      ],
    }))}
  />
)

const NextStep = ({ entry }: { entry: QueueEntry }) => {
  const staff = useStaff()
  const waiting = entry.clips.find(clip => clip.state === 'waiting')
  const step = waiting && may(staff, 'review') ? (['Review', hrefs.clip(waiting.id)] as const) : null
  const [label, href] = step ?? ['Record', hrefs.clipSign(entry.slug)]
  if (!step && !may(staff, 'record')) return null
  return (
    <QuietLink href={href}>
      {' '}
      {label}
      <span className="visually-hidden">: {entry.gloss}</span>
    </QuietLink>
  )
}
