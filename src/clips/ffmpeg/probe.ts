import * as z from 'zod'
import type { Container } from '../rules/sniff.ts'
import { runProgram } from './run-program.ts'

/** Decoders that may read an uploaded file. */
const DECODERS = 'h264,hevc,vp8,vp9,libdav1d,av1,mpeg4,mjpeg,prores'

/** Options before the input: one kind of file, from the disk only, with these decoders. */
export const inputOptions = (container: Container): string[] => [
  ...['-protocol_whitelist', 'file', '-codec_whitelist', DECODERS],
  ...['-f', container === 'mp4' ? 'mov' : 'matroska'],
]

export const QUIET = ['-hide_banner', '-nostdin', '-y', '-v', 'error', '-max_alloc', '536870912']

export interface Tools {
  ffmpeg: string
  ffprobe: string
  /** Folder that holds the file. */
  folder: string
  signal?: AbortSignal | undefined
}

const SECONDS = 60

/**
 * Copies the picture of a video, without its sound and everything else that the camera wrote. The copy also knows its
 * length, which the recording of a browser does not.
 */
export const copyPicture = async (
  tools: Tools,
  { from, to, container }: { from: string; to: string; container: Container },
) => {
  const { ffmpeg: program, folder, signal } = tools
  const muxer = container === 'mp4' ? 'mov' : 'matroska'
  const args = [...QUIET, ...inputOptions(container), '-i', from, '-map', '0:v:0', '-c', 'copy', '-an']
  await runProgram({
    program,
    folder,
    seconds: SECONDS,
    signal,
    args: [...args, '-map_metadata', '-1', '-f', muxer, to],
  })
}

interface Probed {
  width: number
  height: number
  /** Seconds. */
  duration: number
  /** Frames a second, on average. */
  fps: number
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

/** Reads the size, length and frame rate of a video as it is shown. Null if it has no picture that can be read. */
export const probeVideo = async (tools: Tools, { file, container }: { file: string; container: Container }) => {
  const { ffprobe: program, folder, signal } = tools
  const args = [
    '-v',
    'error',
    ...inputOptions(container),
    '-count_packets',
    '-show_entries',
    FIELDS,
    '-of',
    'json',
    file,
  ]
  const printed = await runProgram({ program, folder, seconds: SECONDS, signal, args })
  const parsed = Answer.safeParse(JSON.parse(printed))
  if (!parsed.success) return null
  const [{ width, height, nb_read_packets, side_data_list }] = parsed.data.streams
  const { duration } = parsed.data.format
  const isTurned = side_data_list.some(side => Math.abs(side.rotation ?? 0) % 180 === 90)
  const size = isTurned ? { width: height, height: width } : { width, height }
  return { ...size, duration, fps: nb_read_packets / duration } satisfies Probed
}
