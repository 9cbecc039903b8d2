import { dayOf, shortDate, shortDay } from '#src/core/rules/business-day.ts'
import { counted } from '#src/core/rules/counted.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { addSigner, changeConsentText, eraseSigner, recordPaperConsent } from '#src/signs/clips/signers.ts'
import { type ConsentFacts, viewConsent, viewConsentTexts } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import {
  CONSENT_MAX,
  CONSENT_NOTE_MAX,
  type ConsentText,
  isCurrent,
  SIGNER_NAME_MAX,
  type Signer,
  type SignerReason,
  signerRefusals,
  wayText,
} from '#src/signs/rules/clips/consent.ts'
import { done, posted, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { ConsentWords } from '../clip/studio.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

interface SignersPage {
  consent: ConsentFacts
  texts: (ConsentText & { createdAt: Date })[]
  today: string
}

const load = async ({ app, staff, now, site }: StaffContext) =>
  page<SignersPage>(
    {
      consent: await viewConsent(app, staff),
      texts: await viewConsentTexts(app, staff),
      today: dayOf(now, site.timezone),
    },
    { title: 'Signers and consent' },
  )

type Changed = { ok: true } | { ok: false; reason: SignerReason }

const answer = (changed: Changed, text = 'Saved.') =>
  changed.ok
    ? done(paths.clipSigners, text)
    : refused(changed.reason, signerRefusals[changed.reason], clipStatus[changed.reason])

const add = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const { name = '', given_on: givenOn = '', note = '' } = fields
  return answer(await addSigner(app, { name, givenOn, note }, staff))
}

const recordConsent = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const { given_on: givenOn = '', note = '' } = fields
  return answer(await recordPaperConsent(app, { signerId: rowId(fields.signer_id) ?? 0, givenOn, note }, staff))
}

const changeText = async ({ app, staff }: StaffContext, { fields }: Form) =>
  answer(await changeConsentText(app, { text: fields.text ?? '', spanish: fields.spanish ?? '' }, staff))

const erase = async ({ app, staff }: StaffContext, { fields }: Form) =>
  answer(await eraseSigner(app, rowId(fields.signer_id) ?? 0, staff), 'The signer and all their clips are erased.')

/** Signers of clips, the text that each agreed to, and the text itself. */
export const clipSignersScreen = staffScreen<SignersPage>({
  path: paths.clipSigners,
  right: 'manage',
  load,
  submit: { add, consent: recordConsent, text: changeText, erase },
  fields: ['name', 'given_on', 'text'],
  View: ({ data, site }) => {
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
                    Version {text.version}, {shortDate(text.createdAt, site.timezone)}
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

type Sent = ReturnType<typeof posted>

/** A form that was not sent. */
const NOT_SENT = posted(null)

const PaperFields = ({ today, sent: { fields, problems } }: { today: string; sent: Sent }) => (
  <div className="row">
    <Field
      label="Day on the paper"
      name="given_on"
      type="date"
      max={today}
      defaultValue={fields.given_on ?? today}
      problem={problems.given_on}
    />
    <Field
      label="Where the paper is kept"
      name="note"
      maxLength={CONSENT_NOTE_MAX}
      defaultValue={fields.note}
      autoComplete="off"
    />
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
            <PaperFields today={data.today} sent={isSent ? sent : NOT_SENT} />
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
