import { dayOf, shortDay } from '#src/core/rules/business-day.ts'
import { counted } from '#src/core/rules/counted.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { changeConsentText, eraseSigner, recordPaperConsent } from '#src/signs/clips/signers.ts'
import { viewConsent, viewConsentTexts } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import {
  CONSENT_MAX,
  CONSENT_NOTE_MAX,
  isCurrent,
  SIGNER_NAME_MAX,
  type Signer,
  type SignerReason,
  signerRefusals,
  wayText,
} from '#src/signs/rules/clips/consent.ts'
import { done, makeRefuser, posted } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Fields, type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Field, type SentForm, TextArea } from '../../ui/field.tsx'
import { OfficePage, Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { ConsentWords } from '../clip/studio.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, staff, now, site }: StaffContext) =>
  page(
    {
      consent: await viewConsent(app, staff),
      texts: await viewConsentTexts(app, staff),
      today: dayOf(now, site.timezone),
    },
    { title: 'Signers and consent' },
  )
type SignersPage = DataOf<typeof load>

type Changed = { ok: true } | Refused<SignerReason>

const refuse = makeRefuser(signerRefusals, clipStatus)

const act =
  (change: (context: StaffContext, fields: Fields) => Promise<Changed>, text = 'Saved.') =>
  async (context: StaffContext, { fields }: Form) => {
    const changed = await change(context, fields)
    return changed.ok ? done(paths.clipSigners, text) : refuse(changed.reason)
  }

const signerIn = (fields: Fields): number => rowId(fields.signer_id) ?? 0
const paperIn = ({ given_on: givenOn = '', note = '' }: Fields) => ({ givenOn, note })

/** Signers of clips, the text that each agreed to, and the text itself. */
export const clipSignersScreen = staffScreen({
  path: paths.clipSigners,
  right: 'manage',
  load,
  submit: {
    add: act(({ app, staff }, fields) => {
      const signer = { name: fields.name ?? '' }
      return recordPaperConsent(app, { signer, ...paperIn(fields) }, staff)
    }),
    consent: act(({ app, staff }, fields) =>
      recordPaperConsent(app, { signer: signerIn(fields), ...paperIn(fields) }, staff),
    ),
    text: act(({ app, staff }, { text = '', spanish = '' }) => changeConsentText(app, { text, spanish }, staff)),
    erase: act(
      ({ app, staff }, fields) => eraseSigner(app, signerIn(fields), staff),
      'The signer and all their clips are erased.',
    ),
  },
  fields: ['name', 'given_on', 'text'],
  View: ({ data }) => {
    const { date } = useDates()
    const added = usePosted('add')
    const changed = usePosted('text')
    return (
      <OfficePage title="Signers and consent" lead={<a href={paths.clips}>All clips</a>}>
        <Panel title="Signers">
          {data.consent.signers.length === 0 && <p className="soft">No signers yet.</p>}
          <ul className="clip-signers">
            {data.consent.signers.map(signer => (
              <li key={signer.id}>
                <SignerRow signer={signer} data={data} />
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Add a signer who signed on paper" form>
          <p>Staff with the role signer agree on the Clips page themselves.</p>
          <form method="post" action={paths.clipSigners} className="form">
            <Field label="Name, as the dictionary shows it" name="name" sent={added} maxLength={SIGNER_NAME_MAX} />
            <PaperFields today={data.today} sent={added} />
            <ActionButton intent="add" label="Add signer" />
          </form>
        </Panel>
        <Panel title={`Consent text, version ${data.consent.text.version}`} form>
          <p>A new text counts for clips from now on. Every signer has to agree again.</p>
          <form method="post" action={paths.clipSigners} className="form">
            <TextArea
              label="Text"
              name="text"
              sent={changed}
              rows={10}
              maxLength={CONSENT_MAX}
              defaultValue={data.consent.text.text}
            />
            <TextArea
              label="The same in Spanish"
              name="spanish"
              sent={changed}
              lang="es"
              rows={10}
              maxLength={CONSENT_MAX}
              defaultValue={data.consent.text.spanish}
            />
            <ActionButton intent="text" label="Save as a new version" look="quiet" />
          </form>
          {data.texts.length > 1 && (
            <details>
              <summary>Earlier versions</summary>
              {data.texts.slice(1).map(text => (
                <section key={text.version}>
                  <h3>
                    Version {text.version}, {date(text.createdAt)}
                  </h3>
                  <ConsentWords text={text} />
                </section>
              ))}
            </details>
          )}
        </Panel>
      </OfficePage>
    )
  },
})

const PaperFields = ({ today, sent }: { today: string; sent: SentForm }) => (
  <div className="row">
    <Field label="Day on the paper" name="given_on" type="date" max={today} defaultValue={today} sent={sent} />
    <Field label="Where the paper is kept" name="note" maxLength={CONSENT_NOTE_MAX} sent={sent} />
  </div>
)

const SignerRow = ({ signer, data }: { signer: Signer; data: SignersPage }) => {
  const { consent } = signer
  const sent = usePosted('consent')
  const isSent = sent.fields.signer_id === String(signer.id)
  const clips = counted(signer.clips, 'clip', 'clips')
  return (
    <>
      <h3>{signer.name}</h3>
      <p>
        {consent
          ? `${wayText[consent.how]}: version ${consent.version}, ${shortDay(consent.givenOn)}${consent.note && `. ${consent.note}`}`
          : 'No consent yet.'}{' '}
        <span className="soft">{clips}</span>
      </p>
      {!isCurrent(signer, data.consent.text) && (
        <details open={isSent}>
          <summary>Record consent to version {data.consent.text.version}</summary>
          <form method="post" action={paths.clipSigners} className="form">
            <input type="hidden" name="signer_id" value={signer.id} />
            <PaperFields today={data.today} sent={isSent ? sent : posted(null)} />
            <ActionButton intent="consent" label="Save consent" look="quiet" />
          </form>
        </details>
      )}
      <p>
        <a href={hrefs.exportSigner(signer.id)}>
          Export all data<span className="visually-hidden"> of {signer.name}</span>
        </a>
      </p>
      <details>
        <summary>
          Withdraw consent and erase<span className="visually-hidden">: {signer.name}</span>
        </summary>
        <form method="post" action={paths.clipSigners} className="form">
          <p>This deletes the name, the consent and {clips}, also published ones. It cannot be undone.</p>
          <input type="hidden" name="signer_id" value={signer.id} />
          <ActionButton intent="erase" label={`Erase ${signer.name}`} look="danger" />
        </form>
      </details>
    </>
  )
}
