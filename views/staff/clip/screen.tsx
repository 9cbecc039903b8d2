import type { AuditEntry } from '#src/core/rules/audit.ts'
import { may } from '#src/core/rules/staff.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { describeClip } from '#src/signs/clips/details.ts'
import {
  approveAndPublishClip,
  approveClip,
  commentOnClip,
  deleteClip,
  publishClip,
  sendBack,
  setCaptions,
  takeDownClip,
} from '#src/signs/clips/reviews.ts'
import { listGlosses, type ViewedClip, viewClip } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { playedClip } from '#src/signs/rules/clip-media.ts'
import { type Clip, type ClipComment, COMMENT_MAX, clipTitle, problemText } from '#src/signs/rules/clips/clip.ts'
import { detailsRefusals, readDetails } from '#src/signs/rules/clips/details.ts'
import { CAPTIONS_MAX, reviewRefusals } from '#src/signs/rules/clips/reviews.ts'
import { done, refused } from '../../answer.ts'
import Player from '../../dictionary/player.island.tsx'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Notice } from '../../ui/notice.tsx'
import { Beside, NotFound, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'
import { Meaning } from './meaning.tsx'
import { Captions, ClipFacts, Comments, DetailsForm, Review } from './panels.tsx'
import { ClipList, NoFfmpeg, StateTag, type StudioFacts, studioFacts } from './studio.tsx'

export interface ClipPage extends StudioFacts {
  clip: Clip | null
  entry: ViewedClip['entry']
  title: string
  comments: ClipComment[]
  versions: Clip[]
  next: ViewedClip['next']
  glosses: string[]
  history: AuditEntry[]
  rights: { review: boolean; see: boolean }
}

const NOTES = {
  saved: 'Saved.',
  approved: 'The clip is approved. It is not published yet.',
  sent_back: 'The clip was sent back to the signer.',
  published: 'The clip is published.',
  taken_down: 'The clip is no longer shown. It stays approved.',
  commented: 'Your comment is saved.',
} as const

const loadClip = async (context: StaffContext) => {
  const { app, staff } = context
  const found = await viewClip(app, urlId(context), staff)
  const asks = found !== null && ['recorded', 'failed'].includes(found.clip.state)
  const title = found ? clipTitle(found.clip) : 'Clip not found'
  const subject = { kind: 'clip', id: urlId(context) } as const
  return page<ClipPage>(
    {
      clip: found?.clip ?? null,
      entry: found?.entry ?? null,
      next: found?.next ?? null,
      title,
      comments: found?.comments ?? [],
      versions: found?.versions ?? [],
      glosses: asks && found.clip.sign === null ? await listGlosses(app, staff) : [],
      history: found && may(staff, 'see') ? await listAudit(app, { subject, most: 50 }, staff) : [],
      rights: { review: may(staff, 'review'), see: may(staff, 'see') },
      ...(await studioFacts(context)),
    },
    { title, status: found ? 200 : 404 },
  )
}

type Outcome = { ok: true } | { ok: false; reason: keyof typeof reviewRefusals }

const answer = (context: StaffContext, outcome: Outcome, note: keyof typeof NOTES) =>
  outcome.ok
    ? done(hrefs.clip(urlId(context)), NOTES[note])
    : refused(outcome.reason, reviewRefusals[outcome.reason], clipStatus[outcome.reason])

const describe = async (context: StaffContext, { fields }: Form) => {
  const result = await describeClip(context.app, urlId(context), readDetails(fields), context.staff)
  return result.ok
    ? done(hrefs.clip(urlId(context)), NOTES.saved)
    : refused(result.reason, detailsRefusals[result.reason], clipStatus[result.reason])
}

const step = (act: typeof publishClip, note: keyof typeof NOTES) => async (context: StaffContext) =>
  answer(context, await act(context.app, urlId(context), context.staff), note)

/** Decides about a clip that waits, and leads to the next one to review. */
const decide =
  (act: (context: StaffContext, form: Form) => Promise<Outcome>, note: keyof typeof NOTES) =>
  async (context: StaffContext, form: Form) => {
    const found = await viewClip(context.app, urlId(context), context.staff)
    const outcome = await act(context, form)
    if (!outcome.ok || found?.clip.state !== 'waiting' || !found.next) return answer(context, outcome, note)
    return done(hrefs.clip(found.next.id), `${clipTitle(found.clip)}: ${NOTES[note]} This is the next one to review.`)
  }

const approve = decide(context => approveClip(context.app, urlId(context), context.staff), 'approved')
const approveAndPublish = decide(
  context => approveAndPublishClip(context.app, urlId(context), context.staff),
  'published',
)
const publish = step(publishClip, 'published')
const takeDown = step(takeDownClip, 'taken_down')

const commentIn = ({ fields: { at = '', text = '' } }: Form) => ({
  at: /^\d{1,4}(\.\d+)?$/.test(at) ? Number(at) : null,
  text: text.slice(0, COMMENT_MAX),
})

const postSendBack = decide(
  (context, form) => sendBack(context.app, urlId(context), commentIn(form), context.staff),
  'sent_back',
)

const addComment = async (context: StaffContext, form: Form) =>
  answer(context, await commentOnClip(context.app, urlId(context), commentIn(form), context.staff), 'commented')

const saveCaptions = async (context: StaffContext, { fields }: Form) => {
  const captions = (fields.captions ?? '').slice(0, CAPTIONS_MAX)
  return answer(context, await setCaptions(context.app, urlId(context), captions, context.staff), 'saved')
}

const remove = async (context: StaffContext) => {
  const found = await viewClip(context.app, urlId(context), context.staff)
  const deleted = await deleteClip(context.app, urlId(context), context.staff)
  if (!deleted.ok) return refused(deleted.reason, reviewRefusals[deleted.reason], clipStatus[deleted.reason])
  return done(found?.clip.sign ? hrefs.clipSign(found.clip.sign) : paths.clips, null)
}

const POLL_SECONDS = 2

/** Progress of preparing a clip. A script follows it and shows the finished page; without it, a link refreshes the page. */
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
    if (!clip) return <NotFound title={title} says="It may have been deleted." list={[paths.clips, 'All clips']} />
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
              {data.records && <DetailsForm data={data} clip={clip} />}
              {data.records && <Captions clip={clip} />}
            </div>
            <div>
              {data.entry && (
                <Panel title="Meaning">
                  <Meaning entry={data.entry} />
                </Panel>
              )}
              <Comments comments={comments} data={data} timezone={site.timezone} />
              <ClipFacts clip={clip} timezone={site.timezone} />
            </div>
          </Beside>
        ) : (
          <>
            <ClipFacts clip={clip} timezone={site.timezone} />
            {data.records && <DetailsForm data={data} clip={clip} />}
          </>
        )}
        {versions.length > 1 && (
          <Panel title="Versions">
            <ClipList clips={versions} timezone={site.timezone} />
          </Panel>
        )}
        {rights.see && <History entries={data.history} />}
      </OfficePage>
    )
  },
})
