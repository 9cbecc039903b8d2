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

/** Kinds of video files that are taken, by their first bytes. The name and the declared type of a file prove nothing. */
export type Container = 'mp4' | 'webm'

const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
/** EBML (RFC 8794 §11.2.1). */
const EBML = [0x1a, 0x45, 0xdf, 0xa3]

/** Bytes that `sniffContainer` needs. */
export const SNIFF_BYTES = 12

/** Returns the container of a file: MP4 or QuickTime, WebM or Matroska; null for any other file. */
export const sniffContainer = (bytes: Uint8Array): Container | null => {
  if (EBML.every((byte, i) => bytes[i] === byte)) return 'webm'
  return FIRST_BOXES.includes(String.fromCharCode(...bytes.subarray(4, 8))) ? 'mp4' : null
}

/** Sizes and frame rates of the videos that are made from a clip. */

export interface Size {
  width: number
  height: number
}

/** Both are made of every clip. A smaller picture is never enlarged. */
export const heights = [720, 360]

/** Larger pictures are refused. */
export const MAX_PIXELS = 4096

/** Returns the size that fits into a frame of 16:9 with this height. Sides are even, as codecs need. */
export const fitInto = ({ width, height }: Size, most: number): Size => {
  const scale = Math.min(1, most / height, (most * 16) / 9 / width)
  const even = (n: number) => Math.max(2, Math.round((n * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** Usual frame rates, as fractions for ffmpeg. */
const RATES = ['24000/1001', '24/1', '25/1', '30000/1001', '30/1', '50/1', '60000/1001', '60/1'] as const
export type Rate = (typeof RATES)[number]

export const rateValue = (rate: string): number => {
  const [frames = 0, seconds = 1] = rate.split('/').map(Number)
  return seconds > 0 ? frames / seconds : 0
}

const NEAR = 0.02
const SLACK = 0.5

/**
 * Returns the frame rate to keep: the nearest usual one, or the next higher for a camera that skipped frames, so that no
 * frame is lost. At most 60.
 */
export const rateToKeep = (frames: number): Rate =>
  RATES.find(rate => Math.abs(rateValue(rate) - frames) < NEAR) ??
  RATES.find(rate => rateValue(rate) >= frames - SLACK) ??
  '60/1'

/** First and last byte, both included. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Reads a Range header (RFC 9110 §14.1.2) for a file of `size` bytes. Null: send the whole file, as a server may for a
 * header that it does not understand or that asks for several parts.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, first, last] = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { from: size - length, to: size - 1 } : 'unsatisfiable'
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  return from < size ? { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) } : 'unsatisfiable'
}
