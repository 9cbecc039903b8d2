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
import type { App } from "#src/context.ts";

export { findPrograms } from './ffmpeg/find-programs.ts'
export { mountMedia } from './media-routes.ts'
export { mountClipCalls } from './routes.ts'
export type { ClipStorage, ClipStore } from './storage/storage.ts'
export type { ConsentFacts, StudioSign, StudioUnit } from './view-studio.ts'

export const makeClipStorage = (store: ClipStore): ClipStorage =>
  's3' in store ? makeS3Storage(store.s3) : makeFolderStorage(store.folder)

export const makeClips = (app: App) => {
  const stopping = new AbortController()
  return {
    beginUpload: beginUpload(app),
    receiveChunk: receiveChunk(app),
    receiveForm: receiveForm(app),
    describeClip: describeClip(app),
    describeClips: describeClips(app),
    approveClip: approveClip(app),
    approveAndPublish: approveAndPublish(app),
    sendBack: sendBack(app),
    commentOnClip: commentOnClip(app),
    publishClip: publishClip(app),
    takeDownClip: takeDownClip(app),
    deleteClip: deleteClip(app),
    setCaptions: setCaptions(app),
    giveOwnConsent: giveOwnConsent(app),
    addSigner: addSigner(app),
    recordPaperConsent: recordPaperConsent(app),
    changeConsentText: changeConsentText(app),
    exportSigner: exportSigner(app),
    eraseSigner: eraseSigner(app),
    listStudioUnit: listStudioUnit(app),
    viewStudioSign: viewStudioSign(app),
    viewClip: viewClip(app),
    listUnfinishedClips: listUnfinishedClips(app),
    viewConsent: viewConsent(app),
    viewConsentTexts: viewConsentTexts(app),
    listGlosses: listGlosses(app),
    openMedia: openMedia(app),
    isFfmpegReady: isFfmpegReady(app),
    processClip: processClip(app, stopping.signal),
    tidyClips: tidyClips(app),
    removeClipFiles: removeClipFiles(app),
    deleteExpired: deleteOldClips(app),
    /** Ends the clip in work. Another process, or the next start, begins it again. */
    stop: () => stopping.abort(),
  }
}

export type Clips = ReturnType<typeof makeClips>
