import type { Refused } from '#src/core/rules/outcome.ts'
import { may } from '#src/core/rules/staff.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { describeClip } from '#src/signs/clips/details.ts'
import {
  commentOnClip,
  deleteClip,
  publishClip,
  sendBack,
  setCaptions,
  takeDownClip,
} from '#src/signs/clips/reviews.ts'
import { listGlosses, viewClip } from '#src/signs/clips/studio.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { playedClip } from '#src/signs/rules/clip-media.ts'
import { COMMENT_MAX, clipTitle, problemText } from '#src/signs/rules/clips/clip.ts'
import { type DetailsReason, detailsRefusals, readDetails } from '#src/signs/rules/clips/details.ts'
import { CAPTIONS_MAX, type ReviewReason, reviewRefusals } from '#src/signs/rules/clips/reviews.ts'
import { done, makeRefuser } from '../../answer.ts'
import Player from '../../dictionary/player.island.tsx'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { Notice } from '../../ui/notice.tsx'
import { Beside, NotFound, OfficePage, Panel, useStaff } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'
import { Meaning } from './meaning.tsx'
import { Captions, ClipFacts, Comments, DetailsForm, Review } from './panels.tsx'
import { ClipList, NoFfmpeg, StateTag, studioFacts } from './studio.tsx'

const loadClip = async (context: StaffContext) => {
  const { app, staff } = context
  const id = urlId(context)
  const found = await viewClip(app, id, staff)
  if (!found) return page(null, { title: 'Clip not found', status: 404 })
  const asks = ['recorded', 'failed'].includes(found.clip.state)
  const title = clipTitle(found.clip)
  return page(
    {
      ...found,
      title,
      glosses: asks && found.clip.sign === null ? await listGlosses(app, staff) : [],
      history: may(staff, 'see') ? await listAudit(app, { subject: { kind: 'clip', id }, most: 50 }, staff) : null,
      ...(await studioFacts(context)),
    },
    { title },
  )
}
export type ClipPage = NonNullable<DataOf<typeof loadClip>>

const refuse = makeRefuser({ ...reviewRefusals, ...detailsRefusals }, clipStatus)

type Step = (
  app: StaffContext['app'],
  id: number,
  staff: StaffContext['staff'],
  form: Form,
) => Promise<{ ok: true } | Refused<ReviewReason | DetailsReason>>

const act = (step: Step, note: string) => async (context: StaffContext, form: Form) => {
  const result = await step(context.app, urlId(context), context.staff, form)
  return result.ok ? done(hrefs.clip(urlId(context)), note) : refuse(result.reason)
}

/** Decides about a clip that waits, and leads to the next one to review. */
const decide = (step: Step, note: string) => async (context: StaffContext, form: Form) => {
  const found = await viewClip(context.app, urlId(context), context.staff)
  const answer = await act(step, note)(context, form)
  if (answer.kind !== 'done' || found?.clip.state !== 'waiting' || !found.next) return answer
  return done(hrefs.clip(found.next.id), `${clipTitle(found.clip)}: ${note} This is the next one to review.`)
}

const commentIn = ({ fields: { at = '', text = '' } }: Form) => ({
  at: /^\d{1,4}(\.\d+)?$/.test(at) ? Number(at) : null,
  text: text.slice(0, COMMENT_MAX),
})

const remove = async (context: StaffContext) => {
  const found = await viewClip(context.app, urlId(context), context.staff)
  const deleted = await deleteClip(context.app, urlId(context), context.staff)
  if (!deleted.ok) return refuse(deleted.reason)
  return done(found?.clip.sign ? hrefs.clipSign(found.clip.sign) : paths.clips, null)
}

const POLL_SECONDS = 2

/** One clip: what it shows, its review, its comments and its versions. */
export const clipScreen = staffScreen({
  path: paths.clip,
  right: 'clips',
  load: loadClip,
  submit: {
    describe: act((app, id, staff, { fields }) => describeClip(app, id, readDetails(fields), staff), 'Saved.'),
    publish: decide(publishClip, 'The clip is published.'),
    'take-down': act(takeDownClip, 'The clip is no longer shown. It stays approved.'),
    'send-back': decide(
      (app, id, staff, form) => sendBack(app, id, commentIn(form), staff),
      'The clip was sent back to the signer.',
    ),
    comment: act((app, id, staff, form) => commentOnClip(app, id, commentIn(form), staff), 'Your comment is saved.'),
    captions: act(
      (app, id, staff, { fields }) => setCaptions(app, id, (fields.captions ?? '').slice(0, CAPTIONS_MAX), staff),
      'Saved.',
    ),
    delete: remove,
  },
  fields: ['text', 'captions', 'sign', 'signer_id', 'recorded_on', 'trim_to'],
  View: ({ data }) =>
    data ? (
      <ClipView data={data} />
    ) : (
      <NotFound title="Clip not found" says="It may have been deleted." list={[paths.clips, 'All clips']} />
    ),
})

const ClipView = ({ data }: { data: ClipPage }) => {
  const { clip, title, versions } = data
  const about = <ClipFacts clip={clip} />
  const records = may(useStaff(), 'record')
  const details = records && <DetailsForm data={data} />
  return (
    <OfficePage
      title={title}
      lead={
        <>
          <StateTag state={clip.state} /> {clip.sign && <a href={hrefs.clipSign(clip.sign)}>All clips of this sign</a>}
        </>
      }
    >
      {clip.state === 'processing' && (
        <>
          <NoFfmpeg ready={data.ffmpeg} />
          <Panel title="Being prepared" form>
            {/* A script shows the finished page by itself; without it, the link does. */}
            <p id="clip-progress" data-poll={POLL_SECONDS} data-polled className="import-progress">
              <progress max={100} value={clip.progress || undefined} aria-label="Preparing the clip" />
              {clip.progress ? `${clip.progress} %` : 'Waits for its turn'} <a href={hrefs.clip(clip.id)}>Refresh</a>
            </p>
          </Panel>
        </>
      )}
      {clip.problem && <Notice tone="problem">{problemText[clip.problem]}</Notice>}
      {clip.files.length > 0 ? (
        <Beside>
          <div>
            <Panel>
              <Island of={Player} props={{ video: null, clip: playedClip(clip), name: title }} eager />
            </Panel>
            <Review data={data} />
            {details}
            {records && <Captions clip={clip} />}
          </div>
          <div>
            {data.entry && (
              <Panel title="Meaning">
                <Meaning entry={data.entry} />
              </Panel>
            )}
            <Comments data={data} />
            {about}
          </div>
        </Beside>
      ) : (
        <>
          {about}
          {details}
        </>
      )}
      {versions.length > 1 && (
        <Panel title="Versions">
          <ClipList clips={versions} />
        </Panel>
      )}
      {data.history && <History entries={data.history} />}
    </OfficePage>
  )
}
