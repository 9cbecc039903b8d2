import { mkdir } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { runProgram } from './run-program.ts'

const SECONDS = 10
/** Time that an answer is cached. */
const KEPT_MS = 60_000

/** Says whether this server can make clips. Asks the programs, at most once a minute. */
export const isFfmpegReady = ({ ffmpeg, workFolder, clock }: Pick<Deps, 'ffmpeg' | 'workFolder' | 'clock'>) => {
  let known: { at: number; ready: boolean } | undefined
  return async (): Promise<boolean> => {
    const at = clock.now().getTime()
    if (known && at - known.at < KEPT_MS) return known.ready
    const run = (program: string) => runProgram({ program, args: ['-version'], folder: workFolder, seconds: SECONDS })
    const ready = await mkdir(workFolder, { recursive: true, mode: 0o700 })
      .then(() => Promise.all([run(ffmpeg.ffmpeg), run(ffmpeg.ffprobe)]))
      .then(
        () => true,
        () => false,
      )
    known = { at, ready }
    return ready
  }
}
