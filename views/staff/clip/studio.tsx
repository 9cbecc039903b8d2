import { dayOf } from '#src/core/rules/business-day.ts'
import { may, type Staff } from '#src/core/rules/staff.ts'
import { areClipsMade } from '#src/signs/clips/processing.ts'
import { type ConsentFacts, viewConsent } from '#src/signs/clips/studio.ts'
import { type Clip, type ClipState, clipTitle, stateText } from '#src/signs/rules/clips/clip.ts'
import { type ConsentText, isCurrent } from '#src/signs/rules/clips/consent.ts'
import { hrefs, paths } from '../../paths.ts'
import { Badge, DataTable, linkTo } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDates } from '../../ui/office-page.tsx'
import type { StaffContext } from '../staff-screen.ts'
import type { SignerChoice } from './clip-upload.tsx'

/** Lists the signers whose clips may be sent: one's own, or for managers all who agreed to the text in use. */
const choicesOf = ({ own, signers, text }: ConsentFacts, staff: Staff): SignerChoice[] =>
  (may(staff, 'manage') ? signers : [own]).flatMap(signer =>
    signer && isCurrent(signer, text) ? [{ id: signer.id, name: signer.name }] : [],
  )

/** Returns the facts that each page needs on which clips are sent. */
export const studioFacts = async ({ app, staff, now, site }: StaffContext) => {
  const consent = await viewConsent(app, staff)
  return {
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

/** Leads a signer who has not agreed to the text in use to where it is asked for. */
export const NoConsent = () => (
  <p>
    First save your consent. <a href={paths.clips}>Go to Clips</a>
  </p>
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
