import { dayOf } from '#src/core/rules/business-day.ts'
import { may } from '#src/core/rules/staff.ts'
import { slotOf } from '#src/signs/clips/help-clips.ts'
import { areClipsMade } from '#src/signs/clips/processing.ts'
import { type ConsentFacts, type StudioSign, viewConsent, viewStudioSign } from '#src/signs/clips/studio.ts'
import { receiveForm } from '#src/signs/clips/uploads.ts'
import { clipStatus } from '#src/signs/contract.ts'
import { readDetails } from '#src/signs/rules/clips/details.ts'
import { MAX_FORM_BYTES, uploadRefusals } from '#src/signs/rules/clips/files.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import type { SignerChoice } from '../clip/clip-upload.tsx'
import { agree, ClipList, ConsentPanel, choicesOf, NoFfmpeg } from '../clip/studio.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import Recorder from './recorder.island.tsx'

interface SignPage {
  sign: StudioSign | null
  consent: ConsentFacts
  signers: SignerChoice[]
  today: string
  ffmpeg: boolean
  records: boolean
}

const load = async (context: StaffContext) => {
  const { app, staff, now, site } = context
  const sign = await viewStudioSign(app, urlParam(context, 'slug'), staff)
  const consent = await viewConsent(app, staff)
  return page<SignPage>(
    {
      sign,
      consent,
      signers: choicesOf(consent, staff),
      today: dayOf(now, site.timezone),
      ffmpeg: await areClipsMade(app),
      records: may(staff, 'record'),
    },
    { title: sign ? `Clips of ${sign.gloss}` : 'Sign not found', status: sign ? 200 : 404 },
  )
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
export const clipSignScreen = staffScreen<SignPage>({
  path: paths.clipSign,
  right: 'clips',
  usesCamera: true,
  takesFile: 'record',
  maxFileBytes: MAX_FORM_BYTES,
  load,
  submit: { default: uploadFile, agree },
  fields: ['file'],
  View: ({ data: { sign, consent, signers, today, ffmpeg, records }, site }) => {
    const { problems } = usePosted('default')
    return sign ? (
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
        {records && signers.length === 0 && <ConsentPanel {...consent} action={hrefs.clipSign(sign.slug)} />}
        {records && signers.length > 0 && (
          <Panel>
            <Island
              of={Recorder}
              props={{
                session: sign.session,
                signers,
                ownId: consent.own?.id ?? null,
                today,
                problem: problems.file ?? null,
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
    )
  },
})
