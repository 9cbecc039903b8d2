import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import type { ClipFile, FileRole, MediaExtension } from '../../rules/clips/clip.ts'
import { type Container, fitInto, heights, type Rate, rateValue, type Size } from '../../rules/clips/files.ts'
import { runProgram } from './programs.ts'

/** Decoders that may read an uploaded file. */
const DECODERS = 'h264,hevc,vp8,vp9,libdav1d,av1,mpeg4,mjpeg,prores'

const muxerOf = (container: Container): string => (container === 'mp4' ? 'mov' : 'matroska')

/** Options before the input: one kind of file, from the disk only, with these decoders. */
const inputOptions = (container: Container): string[] => [
  ...['-protocol_whitelist', 'file', '-codec_whitelist', DECODERS],
  ...['-f', muxerOf(container)],
]

const QUIET = ['-hide_banner', '-nostdin', '-y', '-v', 'error', '-max_alloc', '536870912']

interface Tools {
  ffmpeg: string
  ffprobe: string
  /** Folder that holds the file. */
  folder: string
  signal?: AbortSignal | undefined
}

const PROBE_SECONDS = 60

/**
 * Copies the picture of a video, without its sound and everything else that the camera wrote. The copy also knows its
 * length, which the recording of a browser does not.
 */
export const copyPicture = async (
  { ffmpeg: program, folder, signal }: Tools,
  { from, to, container }: { from: string; to: string; container: Container },
) => {
  const args = [
    ...[...QUIET, ...inputOptions(container), '-i', from, '-map', '0:v:0', '-c', 'copy', '-an'],
    ...['-map_metadata', '-1', '-f', muxerOf(container), to],
  ]
  await runProgram({ program, folder, seconds: PROBE_SECONDS, signal, args })
}

const Answer = z.object({
  streams: z.tuple([
    z.object({
      width: z.number(),
      height: z.number(),
      nb_read_packets: z.coerce.number().positive(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
    }),
  ]),
  format: z.object({ duration: z.coerce.number().positive() }),
})

const FIELDS = 'stream=width,height,nb_read_packets:stream_side_data=rotation:format=duration'

/**
 * Reads the size of a video as it is shown, its length in seconds, and its frames a second, on average. Null if it has no
 * picture that can be read.
 */
export const probeVideo = async (
  { ffprobe: program, folder, signal }: Tools,
  { file, container }: { file: string; container: Container },
) => {
  const shown = ['-count_packets', '-show_entries', FIELDS, '-of', 'json']
  const args = ['-v', 'error', ...inputOptions(container), ...shown, file]
  const printed = await runProgram({ program, folder, seconds: PROBE_SECONDS, signal, args })
  const parsed = Answer.safeParse(JSON.parse(printed))
  if (!parsed.success) return null
  const [{ width, height, nb_read_packets, side_data_list }] = parsed.data.streams
  const { duration } = parsed.data.format
  const isTurned = side_data_list.some(side => Math.abs(side.rotation ?? 0) % 180 === 90)
  const size = isTurned ? { width: height, height: width } : { width, height }
  return { ...size, duration, fps: nb_read_packets / duration }
}

interface Making {
  file: string
  container: Container
  size: Size
  rate: Rate
  from: number
  to: number
  /** In seconds from the start of the uploaded file. */
  posterAt: number | null
}

/** A file in the work folder. */
interface MadeFile {
  role: FileRole
  extension: MediaExtension
  /** Name in the work folder. */
  file: string
  size: Size
}

const MAKE_SECONDS = 600
/** Nothing but the picture: no sound, no subtitles, no data, no place or device that the camera wrote. */
const PICTURE_ONLY = ['-an', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']

/** Main profile without 8×8 transforms plays on iPads of 2012. `faststart` puts the index first. */
const h264 = (rate: Rate): string[] => [
  ...['-c:v', 'libx264', '-profile:v', 'main', '-level:v', rateValue(rate) > 31 ? '4.0' : '3.1'],
  ...['-preset', 'fast', '-crf', '23', '-maxrate', '4M', '-bufsize', '8M', '-movflags', '+faststart'],
]
const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '33', '-deadline', 'good', '-cpu-used', '4', '-row-mt', '1']

const videosOf = ({ size, rate }: Pick<Making, 'size' | 'rate'>) =>
  heights.flatMap(height => {
    const made = (extension: 'webm' | 'mp4', codec: string[]) => ({
      ...{ role: 'video' as const, extension, file: `${height}.${extension}`, size: fitInto(size, height) },
      ...{ label: `${extension}${height}`, codec },
    })
    return [made('webm', vp9), made('mp4', h264(rate))]
  })

/** Returns the arguments that make all videos in one run, so that the file is decoded once. */
const videoArguments = (given: Making): string[] => {
  const { file, container, rate, from, to } = given
  const videos = videosOf(given)
  // The second trim ends the clip there in ffmpeg 4 too, whose fps repeats the last frame up to the end of the file.
  const cut = `trim=start=${from}:end=${to},setpts=PTS-STARTPTS,fps=${rate},trim=duration=${to - from},format=yuv420p`
  const scaled = videos.map(({ label, size }, i) => `[s${i}]scale=${size.width}:${size.height},setsar=1[${label}]`)
  const graph = [`[0:v:0]${cut},split=${videos.length}${videos.map((_, i) => `[s${i}]`).join('')}`, ...scaled]
  // A key frame each half second, for loops and single steps.
  const keys = String(Math.round(rateValue(rate) / 2))
  return [
    ...QUIET,
    ...['-progress', 'pipe:1', '-nostats', '-threads', '2'],
    ...inputOptions(container),
    ...['-i', file, '-filter_complex', graph.join(';')],
    ...videos.flatMap(({ label, codec, file: out }) => [
      ...['-map', `[${label}]`, ...PICTURE_ONLY, ...codec, '-threads', '2', '-g', keys, out],
    ]),
  ]
}

const THUMBNAIL_HEIGHT = 180

/** Makes the videos, the poster and three thumbnails of a clip. Returns them with the name that their content gives. */
export const makeFiles = async (
  tools: Tools,
  given: Making,
  onProgress: (percent: number) => void,
): Promise<(ClipFile & { path: string; sha256: string })[]> => {
  const { ffmpeg: program, folder, signal } = tools
  const onLine = (line: string) => {
    const [, micros] = line.match(/^out_time_us=(\d+)$/) ?? []
    if (micros) onProgress(Math.min(99, Math.round(Number(micros) / 1e4 / (given.to - given.from))))
  }
  await runProgram({ program, folder, seconds: MAKE_SECONDS, signal, onLine, args: videoArguments(given) })
  const videos = videosOf(given)
  const pictures = await makePictures(tools, given, videos[0]!.size)
  const places = new Map<FileRole, number>()
  const made = []
  for (const { role, extension, file, size } of [...videos, ...pictures]) {
    const place = places.get(role) ?? 0
    places.set(role, place + 1)
    const path = join(folder, file)
    const sha256 = await hashOf(path)
    const { size: bytes } = await stat(path)
    made.push({ role, place, name: `${sha256}.${extension}`, bytes, ...size, path, sha256 })
  }
  return made
}

/** Takes the pictures from the largest video: the poster as large, and small ones of it, of a quarter and of three quarters. */
const makePictures = async (
  { ffmpeg: program, folder, signal }: Tools,
  { from, to, rate, posterAt }: Making,
  size: Size,
): Promise<MadeFile[]> => {
  const duration = to - from
  const within = (at: number) => Math.max(0, Math.min(at, duration - 2 / rateValue(rate)))
  const poster = within(posterAt === null ? duration / 2 : posterAt - from)
  const small = fitInto(size, THUMBNAIL_HEIGHT)
  const pictures = [
    { role: 'poster' as const, at: poster, size },
    ...[poster, within(duration / 4), within((duration * 3) / 4)].map(at => ({
      role: 'thumbnail' as const,
      at,
      size: small,
    })),
  ]
  const made: MadeFile[] = []
  for (const [i, { role, at, size }] of pictures.entries()) {
    const file = `picture-${i}.webp`
    const args = [
      ...QUIET,
      ...['-ss', at.toFixed(3), '-f', 'mov', '-i', '720.mp4', '-frames:v', '1', ...PICTURE_ONLY],
      ...['-vf', `scale=${size.width}:${size.height}`, '-c:v', 'libwebp', '-quality', '80', file],
    ]
    await runProgram({ program, folder, seconds: MAKE_SECONDS, signal, args })
    made.push({ role, extension: 'webp', file, size })
  }
  return made
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
