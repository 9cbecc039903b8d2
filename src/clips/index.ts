import type { Deps } from './deps.ts'
import { describeClip, describeClips } from './describe-clip.ts'
import { exportSigner } from './export-signer.ts'
import { isFfmpegReady } from './ffmpeg/is-ready.ts'
import { deleteClip, setCaptions } from './manage-clips.ts'
import { addSigner, changeConsentText, eraseSigner, giveOwnConsent, recordPaperConsent } from './manage-signers.ts'
import { openMedia } from './open-media.ts'
import { processClip } from './process-clip.ts'
import { beginUpload, receiveChunk, receiveForm } from './receive-upload.ts'
import { approveAndPublish, approveClip, commentOnClip, publishClip, sendBack, takeDownClip } from './review-clip.ts'
import { makeFolderStorage } from './storage/folder.ts'
import { makeS3Storage } from './storage/s3.ts'
import type { ClipStorage, ClipStore } from './storage/storage.ts'
import { deleteOldClips, removeClipFiles, tidyClips } from './tidy-clips.ts'
import {
  listGlosses,
  listStudioUnit,
  listUnfinishedClips,
  viewClip,
  viewConsent,
  viewConsentTexts,
  viewStudioSign,
} from './view-studio.ts'

export { findPrograms } from './ffmpeg/find-programs.ts'
export { mountMedia } from './media-routes.ts'
export { mountClipCalls } from './routes.ts'
export type { ClipStorage, ClipStore } from './storage/storage.ts'
export type { ConsentFacts, StudioSign, StudioUnit } from './view-studio.ts'

export const makeClipStorage = (store: ClipStore): ClipStorage =>
  's3' in store ? makeS3Storage(store.s3) : makeFolderStorage(store.folder)

export const makeClips = (deps: Deps) => {
  const stopping = new AbortController()
  return {
    beginUpload: beginUpload(deps),
    receiveChunk: receiveChunk(deps),
    receiveForm: receiveForm(deps),
    describeClip: describeClip(deps),
    describeClips: describeClips(deps),
    approveClip: approveClip(deps),
    approveAndPublish: approveAndPublish(deps),
    sendBack: sendBack(deps),
    commentOnClip: commentOnClip(deps),
    publishClip: publishClip(deps),
    takeDownClip: takeDownClip(deps),
    deleteClip: deleteClip(deps),
    setCaptions: setCaptions(deps),
    giveOwnConsent: giveOwnConsent(deps),
    addSigner: addSigner(deps),
    recordPaperConsent: recordPaperConsent(deps),
    changeConsentText: changeConsentText(deps),
    exportSigner: exportSigner(deps),
    eraseSigner: eraseSigner(deps),
    listStudioUnit: listStudioUnit(deps),
    viewStudioSign: viewStudioSign(deps),
    viewClip: viewClip(deps),
    listUnfinishedClips: listUnfinishedClips(deps),
    viewConsent: viewConsent(deps),
    viewConsentTexts: viewConsentTexts(deps),
    listGlosses: listGlosses(deps),
    openMedia: openMedia(deps),
    isFfmpegReady: isFfmpegReady(deps),
    processClip: processClip(deps, stopping.signal),
    tidyClips: tidyClips(deps),
    removeClipFiles: removeClipFiles(deps),
    deleteExpired: deleteOldClips(deps),
    /** Ends the clip in work. Another process, or the next start, begins it again. */
    stop: () => stopping.abort(),
  }
}

export type Clips = ReturnType<typeof makeClips>
