import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ClipList } from '../clip/clip-list.tsx'
import { ConsentPanel } from '../clip/consent-panel.tsx'
import { NoFfmpeg } from '../clip/no-ffmpeg.tsx'
import { staffScreen } from '../staff-screen.ts'
import { AskedFiles } from './asked-files.tsx'
import Drop from './drop.island.tsx'
import { agree, type FilesPage, saveSigns, showFiles } from './load.ts'

/** Takes many files at once, and asks for the sign of those whose name says nothing. */
export const clipFilesScreen = staffScreen<FilesPage>({
  path: paths.clipFiles,
  right: 'clips',
  load: context => showFiles(context),
  submit: { save: saveSigns, agree },
  View: ({ data, site }) => {
    const { asked, others, uploads, signers, consent, today, ffmpeg, records, feedback } = data
    return (
      <OfficePage title="Files" lead={<a href={paths.clips}>All clips</a>}>
        <NoFfmpeg ready={ffmpeg} />
        <Feedback feedback={feedback} />
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
