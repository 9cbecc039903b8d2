import { dayOf } from '#src/core/rules/business-day.ts'
import { may, type Staff } from '#src/core/rules/staff.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { areClipsMade } from '#src/signs/clips/processing.ts'
import { giveOwnConsent } from '#src/signs/clips/signers.ts'
import { type ConsentFacts, viewConsent } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { type Clip, type ClipState, clipTitle, stateText } from '#src/signs/rules/clips/clip.ts'
import { type ConsentText, isCurrent, signerRefusals } from '#src/signs/rules/clips/consent.ts'
import { done, makeRefuser, refused } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import type { Form } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { Badge, DataTable, linkTo } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, useDates } from '../../ui/office-page.tsx'
import type { StaffContext } from '../staff-screen.ts'
import type { SignerChoice } from './clip-upload.tsx'

/** Saves the consent of the staff user as a signer. The box must be ticked, also without a script. */
export const agree = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  if (fields.agreed !== 'yes') return refused('not_agreed', { message: 'Tick the box to say that you agree.' }, 422)
  const version = /^\d{1,6}$/.test(fields.version ?? '') ? Number(fields.version) : 0
  const saved = await giveOwnConsent(app, version, staff)
  return saved.ok ? done(localPath(url), 'Your consent is saved. You can record now.') : refuseSigner(saved.reason)
}

export const refuseSigner = makeRefuser(signerRefusals, clipStatus)

/** Lists the signers whose clips may be sent: one's own, or for managers all who agreed to the text in use. */
const choicesOf = ({ own, signers, text }: ConsentFacts, staff: Staff): SignerChoice[] =>
  (may(staff, 'manage') ? signers : [own]).flatMap(signer =>
    signer && isCurrent(signer, text) ? [{ id: signer.id, name: signer.name }] : [],
  )

/** Returns the facts that each page needs on which clips are sent. */
export const studioFacts = async ({ app, staff, now, site }: StaffContext) => {
  const consent = await viewConsent(app, staff)
  return {
    consent,
    signers: choicesOf(consent, staff),
    ownId: consent.own?.id ?? null,
    today: dayOf(now, site.timezone),
    ffmpeg: await areClipsMade(app),
  }
}

/** Says plainly that no server makes clips. */
export const NoFfmpeg = ({ ready }: { ready: boolean }) =>
  ready ? null : (
    <Notice tone="problem">
      Clips wait, because no server has ffmpeg. Ask the operator to run: <code>apt-get install ffmpeg</code>
    </Notice>
  )

/** A consent text in both languages. */
export const ConsentWords = ({ text: { text, spanish } }: { text: ConsentText }) => (
  <>
    <p className="as-typed">{text}</p>
    {spanish && (
      <details>
        <summary lang="es">En español</summary>
        <p className="as-typed" lang="es">
          {spanish}
        </p>
      </details>
    )}
  </>
)

/** Asks a signer to agree to the consent text, once for each version of it. `action` is the address of the page. */
export const ConsentPanel = ({ text, own, action }: Pick<ConsentFacts, 'text' | 'own'> & { action: string }) =>
  own?.consent?.version === text.version ? null : (
    <Panel title={own?.consent ? 'The consent text has changed' : 'Before you record'} form>
      <ConsentWords text={text} />
      <p className="soft">Version {text.version}</p>
      <form method="post" action={action} className="form">
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

const TONES: Partial<Record<ClipState, 'good' | 'problem'>> = {
  published: 'good',
  approved: 'good',
  failed: 'problem',
  sent_back: 'problem',
}

export const StateTag = ({ state }: { state: ClipState }) => <Badge tone={TONES[state]}>{stateText[state]}</Badge>

/** Clips with their state, each linked to its page. */
export const ClipList = ({ clips, empty = 'No clips yet.' }: { clips: Clip[]; empty?: string }) => {
  const { date } = useDates()
  return (
    <DataTable
      caption="Clips"
      head={['Clip', 'State', 'Signer', 'Recorded', 'Sent']}
      empty={empty}
      rows={clips.map(clip => ({
        key: clip.id,
        cells: [
          linkTo(hrefs.clip(clip.id), clipTitle(clip)),
          <StateTag key="s" state={clip.state} />,
          clip.signer,
          clip.recordedOn,
          date(clip.createdAt),
        ],
      }))}
    />
  )
}
