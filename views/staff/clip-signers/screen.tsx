import {
  CONSENT_MAX,
  CONSENT_NOTE_MAX,
  isCurrent,
  SIGNER_NAME_MAX,
  type Signer,
  wayText,
} from '#src/clips/rules/consent.ts'
import { shortDate, shortDay } from '#src/core/rules/business-day.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { add, changeText, erase, recordConsent, type SignersPage, showSigners } from './load.ts'

/** Signers of clips, the text that each agreed to, and the text itself. */
export const clipSignersScreen = staffScreen<SignersPage>({
  path: paths.clipSigners,
  right: 'manage',
  load: context => showSigners(context),
  submit: { add, consent: recordConsent, text: changeText, erase },
  View: ({ data, site }) => (
    <OfficePage title="Signers and consent" lead={<a href={paths.clips}>All clips</a>}>
      <Feedback feedback={data.feedback} />
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
          <Field
            label="Name, as the dictionary shows it"
            name="name"
            maxLength={SIGNER_NAME_MAX}
            defaultValue={data.typed.name}
            problem={problemAt(data, 'name')}
            autoComplete="off"
          />
          <PaperFields data={data} />
          <Button name="intent" value="add">
            Add signer
          </Button>
        </form>
      </Panel>
      <Panel title={`Consent text, version ${data.consent.text.version}`} form>
        <p>A new text counts for clips from now on. Every signer has to agree again.</p>
        <form method="post" action={paths.clipSigners} className="form">
          <div className="field">
            <label htmlFor="consent-text">Text</label>
            <textarea
              id="consent-text"
              name="text"
              className="input"
              rows={10}
              maxLength={CONSENT_MAX}
              defaultValue={data.typed.text ?? data.consent.text.text}
            />
          </div>
          <Button look="quiet" name="intent" value="text">
            Save as a new version
          </Button>
        </form>
        {data.texts.length > 1 && (
          <details>
            <summary>Earlier versions</summary>
            {data.texts.slice(1).map(text => (
              <section key={text.version}>
                <h3>
                  Version {text.version}, {shortDate(text.createdAt, site.timezone)}
                </h3>
                <p className="as-typed">{text.text}</p>
              </section>
            ))}
          </details>
        )}
      </Panel>
    </OfficePage>
  ),
})

const problemAt = ({ problem }: SignersPage, field: string): string | undefined =>
  problem?.field === field ? problem.message : undefined

const PaperFields = ({ data }: { data: SignersPage }) => (
  <div className="row">
    <Field
      label="Day on the paper"
      name="given_on"
      type="date"
      max={data.today}
      defaultValue={data.typed.given_on ?? data.today}
      problem={problemAt(data, 'given_on')}
    />
    <Field label="Where the paper is kept" name="note" maxLength={CONSENT_NOTE_MAX} autoComplete="off" />
  </div>
)

const SignerRow = ({ signer, data }: { signer: Signer; data: SignersPage }) => {
  const { consent } = signer
  const clips = signer.clips === 1 ? '1 clip' : `${signer.clips} clips`
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
        <details>
          <summary>Record consent to version {data.consent.text.version}</summary>
          <form method="post" action={paths.clipSigners} className="form">
            <input type="hidden" name="signer_id" value={signer.id} />
            <PaperFields data={data} />
            <Button look="quiet" name="intent" value="consent">
              Save consent
            </Button>
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
          <Button look="danger" name="intent" value="erase">
            Erase {signer.name}
          </Button>
        </form>
      </details>
    </>
  )
}
