import { mkdir } from 'node:fs/promises'
import type { Needs } from '#src/context.ts'
import { runProgram } from './run-program.ts'

const SECONDS = 10
/** Time that an answer is cached. */
const KEPT_MS = 60_000

/** The programs that make clips, and whether they ran when this process last tried them. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
  tried?: { at: number; ready: boolean }
}

/** Says whether this server can make clips. Asks the programs, at most once a minute. */
export const isFfmpegReady = async ({
  ffmpeg,
  clipsFolder,
  clock,
}: Needs<'clipsFolder' | 'clock' | 'ffmpeg'>): Promise<boolean> => {
  const at = clock.now().getTime()
  if (ffmpeg.tried && at - ffmpeg.tried.at < KEPT_MS) return ffmpeg.tried.ready
  const run = (program: string) => runProgram({ program, args: ['-version'], folder: clipsFolder, seconds: SECONDS })
  const ready = await mkdir(clipsFolder, { recursive: true, mode: 0o700 })
    .then(() => Promise.all([run(ffmpeg.ffmpeg), run(ffmpeg.ffprobe)]))
    .then(
      () => true,
      () => false,
    )
  ffmpeg.tried = { at, ready }
  return ready
}
