import { type Clip, problemText } from '#src/clips/rules/clip.ts'
import { playedClip } from '#src/signs/rules/clip-media.ts'
import Player from '../../dictionary/player.island.tsx'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { staffScreen } from '../staff-screen.ts'
import { Captions } from './captions.tsx'
import { ClipFacts } from './clip-facts.tsx'
import { ClipList } from './clip-list.tsx'
import { Comments } from './comments.tsx'
import { DetailsForm } from './details-form.tsx'
import {
  addComment,
  approve,
  approveAndPublish,
  type ClipPage,
  describe,
  loadClip,
  postSendBack,
  publish,
  remove,
  saveCaptions,
  takeDown,
} from './load.ts'
import { NoFfmpeg } from './no-ffmpeg.tsx'
import { Review } from './review.tsx'
import { StateTag } from './state-tag.tsx'

const POLL_SECONDS = 2

/** How far a clip is prepared. A script follows it and shows the finished page; without it, a link refreshes the page. */
const Progress = ({ clip: { id, progress } }: { clip: Clip }) => (
  <p id="clip-progress" data-poll={POLL_SECONDS} data-polled className="import-progress">
    <progress max={100} value={progress || undefined} aria-label="Preparing the clip" />
    {progress ? `${progress} %` : 'Waits for its turn'} <a href={hrefs.clip(id)}>Refresh</a>
  </p>
)

/** One clip: what it shows, its review, its comments and its versions. */
export const clipScreen = staffScreen<ClipPage>({
  path: paths.clip,
  right: 'clips',
  load: loadClip,
  submit: {
    describe,
    approve,
    'approve-and-publish': approveAndPublish,
    publish,
    'take-down': takeDown,
    'send-back': postSendBack,
    comment: addComment,
    captions: saveCaptions,
    delete: remove,
  },
  fields: ['text', 'captions', 'sign', 'signer_id', 'recorded_on', 'trim_to'],
  View: ({ data, site }) => {
    const { clip, title, comments, versions, rights } = data
    if (!clip)
      return (
        <OfficePage title={title}>
          <p>
            It may have been deleted. <a href={paths.clips}>All clips</a>
          </p>
        </OfficePage>
      )
    const isMade = clip.files.length > 0
    return (
      <OfficePage
        title={title}
        lead={
          <>
            <StateTag state={clip.state} />{' '}
            {clip.sign && <a href={hrefs.clipSign(clip.sign)}>All clips of this sign</a>}
          </>
        }
      >
        {clip.state === 'processing' && <NoFfmpeg ready={data.ffmpeg} />}
        {clip.state === 'processing' && (
          <Panel title="Being prepared" form>
            <Progress clip={clip} />
          </Panel>
        )}
        {clip.problem && <Notice tone="problem">{problemText[clip.problem]}</Notice>}
        {isMade ? (
          <Beside>
            <div>
              <Panel>
                <Island of={Player} props={{ video: null, clip: playedClip(clip), name: title }} eager />
              </Panel>
              <Review data={data} clip={clip} />
            </div>
            <div>
              <Comments comments={comments} data={data} timezone={site.timezone} />
              <ClipFacts clip={clip} timezone={site.timezone} />
            </div>
          </Beside>
        ) : (
          <ClipFacts clip={clip} timezone={site.timezone} />
        )}
        {rights.record && <DetailsForm data={data} clip={clip} />}
        {rights.record && isMade && <Captions clip={clip} />}
        {versions.length > 1 && (
          <Panel title="Versions">
            <ClipList clips={versions} timezone={site.timezone} />
          </Panel>
        )}
        {rights.see && <History entries={data.history} timezone={site.timezone} />}
      </OfficePage>
    )
  },
})
