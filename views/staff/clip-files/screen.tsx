import { rowIds } from '#src/core/rules/rows.ts'
import { may } from '#src/core/rules/staff.ts'
import { describeClip } from '#src/signs/clips/details.ts'
import { listGlosses, listUnfinishedClips } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { type DetailsReason, detailsRefusals, readDetails } from '#src/signs/rules/clips/details.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, usePosted, useStaff } from '../../ui/office-page.tsx'
import { ClipFields, Glosses } from '../clip/clip-upload.tsx'
import { ClipList, NoConsent, NoFfmpeg, studioFacts } from '../clip/studio.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import Drop from './drop.island.tsx'

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const { clips, uploads } = await listUnfinishedClips(app, staff)
  const asked = clips.filter(clip => clip.state === 'recorded')
  return page(
    {
      /** Clips that need details. The others are being prepared, or could not be read. */
      asked,
      others: clips.filter(clip => clip.state !== 'recorded'),
      uploads,
      glosses: asked.length > 0 ? await listGlosses(app, staff) : [],
      ...(await studioFacts(context)),
    },
    { title: 'Files' },
  )
}
type FilesPage = DataOf<typeof load>

/** Saves the signs of the listed files, all with one signer and day. Rows without a sign are left as they are. */
const save = async ({ app, staff }: StaffContext, { fields, all }: Form) => {
  const given = rowIds(all.clip_id).filter(id => fields[`sign_${id}`]?.trim())
  const lacking: { id: number; reason: DetailsReason }[] = []
  for (const id of given) {
    const details = readDetails({ ...fields, sign: fields[`sign_${id}`], variant: fields[`variant_${id}`] })
    const saved = await describeClip(app, id, details, staff)
    if (!saved.ok) lacking.push({ id, reason: saved.reason })
  }
  const [first] = lacking
  if (!first) return done(paths.clipFiles, 'Saved.')
  const { reason } = first
  const { message: why } = detailsRefusals[reason]
  const message = `Saved: ${given.length - lacking.length}. Still asked: ${lacking.length}. ${why}`
  const ofRows = lacking.map(row => [`sign_${row.id}`, detailsRefusals[row.reason].message])
  const refusal = refused(reason, { message }, clipStatus[reason])
  return { ...refusal, problems: { ...refusal.problems, ...Object.fromEntries(ofRows) } }
}

/** Takes many files at once, and asks for the sign of those whose name says nothing. */
export const clipFilesScreen = staffScreen({
  path: paths.clipFiles,
  right: 'clips',
  load,
  submit: { save },
  View: ({ data }) => {
    const { asked, others, uploads, signers, ownId, today, ffmpeg } = data
    const records = may(useStaff(), 'record')
    return (
      <OfficePage title="Files" lead={<a href={paths.clips}>All clips</a>}>
        <NoFfmpeg ready={ffmpeg} />
        {records && signers.length === 0 && <NoConsent />}
        {records && signers.length > 0 && (
          <Panel title="Add files" form>
            <p>
              Name each file after its gloss, like <code>THANK-YOU.mp4</code>. We ask for the others.
            </p>
            <Island of={Drop} props={{ signers, ownId, today }} eager />
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
          <ClipList clips={others} empty="Nothing is being prepared." />
        </Panel>
      </OfficePage>
    )
  },
})

/** Asks for the signs of files, many in one form. */
const AskedFiles = ({ data }: { data: FilesPage }) => {
  const { asked, glosses, signers, ownId, today } = data
  const records = may(useStaff(), 'record')
  const sent = usePosted('save')
  const { fields, problems } = sent
  if (asked.length === 0) return <p className="soft">No file waits for its sign.</p>
  /** The problem with a file whose details were not taken. */
  const problemOf = (id: number): string | undefined => problems[`sign_${id}`]
  return (
    <form method="post" action={paths.clipFiles} className="form">
      <DataTable
        caption="Files without a sign"
        head={['File', 'Sign', 'Region or variant']}
        rows={asked.map(clip => ({
          key: clip.id,
          marked: problemOf(clip.id) !== undefined,
          cells: [
            <a key="f" href={hrefs.clip(clip.id)} className="clip-file">
              {clip.fileName}
            </a>,
            <span key="s">
              <input type="hidden" name="clip_id" value={clip.id} />
              <input
                className="input"
                name={`sign_${clip.id}`}
                aria-label={`Sign in ${clip.fileName}`}
                list="glosses"
                defaultValue={fields[`sign_${clip.id}`] ?? clip.gloss ?? clip.sign ?? ''}
                aria-invalid={problemOf(clip.id) ? true : undefined}
                autoComplete="off"
              />
              {problemOf(clip.id) && <span className="problem"> {problemOf(clip.id)}</span>}
            </span>,
            <input
              key="v"
              className="input"
              name={`variant_${clip.id}`}
              aria-label={`Region or variant in ${clip.fileName}`}
              defaultValue={fields[`variant_${clip.id}`] ?? clip.variant}
              autoComplete="off"
            />,
          ],
        }))}
      />
      <Glosses of={glosses} />
      {records && signers.length > 0 && (
        <>
          <ClipFields signers={signers} ownId={ownId} today={today} sent={sent} />
          <ActionButton intent="save" label="Save the signs" />
        </>
      )}
    </form>
  )
}
