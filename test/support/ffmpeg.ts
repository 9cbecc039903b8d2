import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findPrograms } from '#src/signs/clips/ffmpeg/find-programs.ts'

/** The programs that the server uses in demo mode: the system's, else those from npm. */
const { ffmpeg, ffprobe } = findPrograms({ packages: true })

/** Fails with a sentence that names the command, unless ffmpeg is there. */
export const requireFfmpeg = (): void => {
  try {
    for (const program of [ffmpeg, ffprobe]) execFileSync(program, ['-version'], { stdio: 'ignore' })
  } catch {
    throw new Error('The clip tests need ffmpeg. Install it with: sudo apt-get install ffmpeg')
  }
}

interface Sample {
  name: string
  seconds?: number
  size?: string
  rate?: string
  /** With a sound that must not survive. */
  sound?: boolean
  /** Makes files of the same picture differ. */
  mark?: string
}

/** Makes a small video of a moving pattern. The extension of its name decides the format. */
export const makeVideo = (folder: string, given: Sample): string => {
  const { name, seconds = 1, size = '320x180', rate = '30', sound = false, mark = '' } = given
  const path = join(folder, name)
  const codec = name.endsWith('.webm')
    ? ['-c:v', 'libvpx', '-deadline', 'realtime']
    : ['-c:v', 'libx264', '-preset', 'ultrafast']
  execFileSync(ffmpeg, [
    ...[
      '-hide_banner',
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=${size}:rate=${rate}:duration=${seconds}`,
    ],
    ...(sound ? ['-f', 'lavfi', '-i', `sine=duration=${seconds}`] : []),
    ...['-metadata', `comment=${mark}`, ...codec, '-pix_fmt', 'yuv420p', path],
  ])
  return path
}

/** Lists the kinds of streams in a file, with codec, profile and frame rate. */
export const streamsOf = (path: string) =>
  JSON.parse(
    execFileSync(ffprobe, ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path], {
      encoding: 'utf8',
    }),
  ) as {
    streams: {
      codec_type: string
      codec_name: string
      profile?: string
      r_frame_rate: string
      width: number
      height: number
    }[]
    format: { duration: string; tags?: Record<string, string> }
  }
