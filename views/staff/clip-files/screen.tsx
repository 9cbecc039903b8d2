import { clipStatus } from '#src/clips/contract.ts'
import { describeClips } from '#src/clips/describe-clip.ts'
import { isFfmpegReady } from '#src/clips/ffmpeg/is-ready.ts'
import type { Clip } from '#src/clips/rules/clip.ts'
import { detailsRefusals, readDetails } from '#src/clips/rules/details.ts'
import type { ConsentFacts } from '#src/clips/view-studio.ts'
import { listGlosses, listUnfinishedClips, viewConsent } from '#src/clips/view-studio.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowIds } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { agree } from '../clip/agree.ts'
import type { SignerChoice } from '../clip/clip-fields.tsx'
import { ClipList } from '../clip/clip-list.tsx'
import { ConsentPanel } from '../clip/consent-panel.tsx'
import { NoFfmpeg } from '../clip/no-ffmpeg.tsx'
import { choicesOf } from '../clip/signer-choices.ts'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { AskedFiles } from './asked-files.tsx'
import Drop from './drop.island.tsx'

export interface FilesPage {
  /** Clips that need details. */
  asked: Clip[]
  /** Clips that are being prepared, or could not be read. */
  others: Clip[]
  uploads: number
  signers: SignerChoice[]
  consent: ConsentFacts
  glosses: string[]
  today: string
  ffmpeg: boolean
  records: boolean
}

const load = async ({ app, staff, now, site }: StaffContext) => {
  const { clips, uploads } = await listUnfinishedClips(app, staff)
  const asked = clips.filter(clip => clip.state === 'recorded')
  const consent = await viewConsent(app, staff)
  return page<FilesPage>(
    {
      asked,
      others: clips.filter(clip => clip.state !== 'recorded'),
      uploads,
      signers: choicesOf(consent, staff),
      consent,
      glosses: asked.length > 0 ? await listGlosses(app, staff) : [],
      today: dayOf(now, site.timezone),
      ffmpeg: await isFfmpegReady(app),
      records: may(staff, 'record'),
    },
    { title: 'Files' },
  )
}

/** Saves the signs of the listed files, all with one signer and day. Rows without a sign are left as they are. */
const save = async ({ app, staff }: StaffContext, { fields, all }: Form) => {
  const given = rowIds(all.clip_id)
    .map(clipId => ({ clipId, typed: fields[`sign_${clipId}`]?.trim() ?? '' }))
    .filter(({ typed }) => typed !== '')
    .map(({ clipId, typed }) => ({
      clipId,
      details: readDetails({ ...fields, sign: typed, variant: fields[`variant_${clipId}`] }),
    }))
  const lacking = await describeClips(app, given, staff)
  const [first] = lacking
  if (!first) return done(paths.clipFiles, 'Saved.')
  const [, reason] = first
  const message = `Saved: ${given.length - lacking.size}. Still asked: ${lacking.size}. ${detailsRefusals[reason].message}`
  const ofRows = [...lacking].map(([id, why]) => [`sign_${id}`, detailsRefusals[why].message])
  const refusal = refused(reason, { message }, clipStatus[reason])
  return { ...refusal, problems: { ...refusal.problems, ...Object.fromEntries(ofRows) } }
}

/** Takes many files at once, and asks for the sign of those whose name says nothing. */
export const clipFilesScreen = staffScreen<FilesPage>({
  path: paths.clipFiles,
  right: 'clips',
  load,
  submit: { save, agree },
  View: ({ data, site }) => {
    const { asked, others, uploads, signers, consent, today, ffmpeg, records } = data
    return (
      <OfficePage title="Files" lead={<a href={paths.clips}>All clips</a>}>
        <NoFfmpeg ready={ffmpeg} />
        {records && signers.length === 0 && <ConsentPanel {...consent} action={paths.clipFiles} />}
        {records && signers.length > 0 && (
          <Panel title="Add files" form>
            <p>
              Name each file after its gloss, like <code>THANK-YOU.mp4</code>. We ask for the others.
            </p>
            <Island of={Drop} props={{ signers, ownId: consent.own?.id ?? null, today }} eager />
          </Panel>
        )}
        {uploads > 0 && (
          <p>
            {uploads === 1 ? '1 file has' : `${uploads} files have`} not arrived whole. Choose the same files again to
            go on.
          </p>
        )}
        <Panel title={`Which sign is it? (${asked.length})`}>
          <AskedFiles data={data} />
        </Panel>
        <Panel title="Being prepared">
          <ClipList clips={others} timezone={site.timezone} empty="Nothing is being prepared." />
        </Panel>
      </OfficePage>
    )
  },
})
