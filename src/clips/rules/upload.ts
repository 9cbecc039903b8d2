import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Files arrive in parts, one request each, so that a slow line or a stopped server costs one part only. */
export const CHUNK_BYTES = 4 * 1024 * 1024
export const MAX_FILE_BYTES = 200 * 1024 * 1024
/** The largest file that a form without a script sends, in one request. */
export const MAX_FORM_BYTES = 30 * 1024 * 1024
export const FILE_NAME_MAX = 200

export const chunkCount = (bytes: number): number => Math.ceil(bytes / CHUNK_BYTES)

/** Returns the length of a part, counted from 0. */
export const chunkBytes = (bytes: number, chunk: number): number =>
  Math.max(0, Math.min(CHUNK_BYTES, bytes - chunk * CHUNK_BYTES))

/** Name of a part in the storage. */
export const partName = (hash: string, chunk: number): string => `incoming/${hash}/${chunk}`

export const partNames = ({ sourceHash, sourceChunks }: { sourceHash: string; sourceChunks: number }): string[] =>
  Array.from({ length: sourceChunks }, (_, chunk) => partName(sourceHash, chunk))

const MEGABYTE = 1024 * 1024

/** Sentences of the reasons not to take a file. */
export const uploadRefusals = {
  no_file: { message: 'Choose a video file.', field: 'file' },
  file_too_large: {
    message: `The file is larger than ${MAX_FILE_BYTES / MEGABYTE} MB. Save it smaller, or use the video host.`,
    field: 'file',
  },
  form_file_too_large: {
    message: `The file is larger than ${MAX_FORM_BYTES / MEGABYTE} MB. Larger files need JavaScript.`,
    field: 'file',
  },
  not_a_video: { message: 'This is not an MP4, MOV or WebM video.', field: 'file' },
  upload_not_found: { message: 'We do not know this file any more. Send it again.' },
  chunk_out_of_order: { message: 'A part of the file is missing. Send it again.' },
  chunk_incomplete: { message: 'A part of the file is incomplete. Send it again.' },
} as const satisfies RefusalTexts

export type UploadReason = keyof typeof uploadRefusals
