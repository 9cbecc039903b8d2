import { MAX_FORM_BYTES } from '#src/clips/rules/upload.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ClipList } from '../clip/clip-list.tsx'
import { ConsentPanel } from '../clip/consent-panel.tsx'
import { NoFfmpeg } from '../clip/no-ffmpeg.tsx'
import { staffScreen } from '../staff-screen.ts'
import { agree, type SignPage, showSign, uploadFile } from './load.ts'
import Recorder from './recorder.island.tsx'

/** Records a clip for one sign, and lists those that there are. */
export const clipSignScreen = staffScreen<SignPage>({
  path: paths.clipSign,
  right: 'clips',
  usesCamera: true,
  takesFile: 'record',
  maxFileBytes: MAX_FORM_BYTES,
  load: context => showSign(context),
  submit: { default: uploadFile, agree },
  View: ({ data: { sign, consent, signers, today, ffmpeg, records, feedback, problem }, site }) =>
    sign ? (
      <OfficePage
        title={sign.gloss}
        lead={
          <>
            <a href={hrefs.sign(sign.slug)}>Entry of this sign</a> · <a href={paths.clips}>All clips</a>
          </>
        }
      >
        <NoFfmpeg ready={ffmpeg} />
        <Feedback feedback={feedback} />
        {records && signers.length === 0 && <ConsentPanel {...consent} action={hrefs.clipSign(sign.slug)} />}
        {records && signers.length > 0 && (
          <Panel title="New clip">
            <Island
              of={Recorder}
              props={{
                slug: sign.slug,
                gloss: sign.gloss,
                signers,
                ownId: consent.own?.id ?? null,
                today,
                problem,
              }}
              eager
            />
          </Panel>
        )}
        <Panel title={`Clips of ${sign.gloss}`}>
          <ClipList clips={sign.clips} timezone={site.timezone} />
        </Panel>
      </OfficePage>
    ) : (
      <OfficePage title="Sign not found">
        <p>
          The dictionary has no such sign. <a href={paths.clips}>All clips</a>
        </p>
      </OfficePage>
    ),
})
