import { may } from '#src/core/rules/staff.ts'
import { slotOf } from '#src/signs/clips/help-clips.ts'
import { viewStudioSign } from '#src/signs/clips/studio.ts'
import { receiveForm } from '#src/signs/clips/uploads.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { readDetails } from '#src/signs/rules/clips/details.ts'
import { MAX_FORM_BYTES, uploadRefusals } from '#src/signs/rules/clips/files.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { NotFound, OfficePage, Panel, usePosted, useStaff } from '../../ui/office-page.tsx'
import { ClipList, NoConsent, NoFfmpeg, studioFacts } from '../clip/studio.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import Recorder from './recorder.island.tsx'

const load = async (context: StaffContext) => {
  const sign = await viewStudioSign(context.app, urlParam(context, 'slug'), context.staff)
  const title = sign ? `Clips of ${sign.gloss}` : 'Sign not found'
  return page({ sign, ...(await studioFacts(context)) }, { title, status: sign ? 200 : 404 })
}

/** Takes a whole file from the form without a script, then asks for its details on the page of the clip. */
const uploadFile = async (context: StaffContext, { file }: Form) => {
  const details = readDetails({ sign: urlParam(context, 'slug') })
  const taken = await receiveForm(context.app, { file, details }, context.staff)
  if (taken.ok && taken.clipId !== null) return done(hrefs.clip(taken.clipId), null)
  const reason = taken.ok ? 'chunk_incomplete' : taken.reason
  return refused(reason, { message: uploadRefusals[reason].message, field: 'file' }, clipStatus[reason])
}

/** Records a clip for one sign, and lists those that there are. */
export const clipSignScreen = staffScreen({
  path: paths.clipSign,
  right: 'clips',
  usesCamera: true,
  takesFile: 'record',
  maxFileBytes: MAX_FORM_BYTES,
  load,
  submit: { default: uploadFile },
  fields: ['file'],
  View: ({ data: { sign, signers, ownId, today, ffmpeg } }) => {
    const records = may(useStaff(), 'record')
    const { problems } = usePosted('default')
    const says = 'The dictionary has no such sign.'
    if (!sign) return <NotFound title="Sign not found" says={says} list={[paths.clips, 'All clips']} />
    return (
      <OfficePage
        title={records ? 'Studio' : sign.gloss}
        lead={
          <>
            <a href={paths.clips}>All clips</a> ·{' '}
            {slotOf(sign.slug) ? (
              <a href={paths.signedHelp}>Signed help</a>
            ) : (
              <a href={hrefs.sign(sign.slug)}>Entry of {sign.gloss}</a>
            )}
          </>
        }
      >
        <NoFfmpeg ready={ffmpeg} />
        {records && signers.length === 0 && <NoConsent />}
        {records && signers.length > 0 && (
          <Panel>
            <Island
              of={Recorder}
              props={{ session: sign.session, signers, ownId, today, problem: problems.file }}
              eager
            />
          </Panel>
        )}
        <Panel title={`Clips of ${sign.gloss}`}>
          <ClipList clips={sign.clips} />
        </Panel>
      </OfficePage>
    )
  },
})
