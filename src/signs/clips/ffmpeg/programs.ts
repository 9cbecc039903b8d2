import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Needs } from '#src/context.ts'
import { makeFolder } from '#src/core/folders.ts'
import { FOLDERS } from './find-programs.ts'

/** The program is not installed. */
class ProgramMissing extends Error {}

/** The program ended with an error, or was ended because it took too long. */
export class ProgramFailed extends Error {}

interface Run {
  program: string
  args: string[]
  /** Folder in which it runs; it names files without a path. */
  folder: string
  /** Seconds until it is killed. */
  seconds: number
  signal?: AbortSignal | undefined
  onLine?(line: string): void
}

/** Limits of the operating system for one program: 3 GiB of memory, files of 1 GiB. */
const LIMITS = ['--as=3221225472', '--fsize=1073741824', '--core=0']
const OUTPUT_MAX = 4 * 1024 * 1024
/** Nothing else of our environment is passed on. */
const ENVIRONMENT = { PATH: FOLDERS.join(':'), LANG: 'C' }
const NOT_FOUND = 127

/**
 * Runs a program that reads an uploaded file, without a shell, with low priority and limits for time and memory. On
 * Linux it also gains no rights and ends with this process. Returns what it printed.
 */
export const runProgram = ({ program, args, folder, seconds, signal, onLine }: Run): Promise<string> =>
  new Promise((done, fail) => {
    const limited =
      process.platform === 'linux'
        ? ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', 'prlimit', `--cpu=${seconds * 4}`, ...LIMITS, program]
        : [program]
    const [command = '', ...before] = limited
    const child = spawn(command, [...before, ...args], {
      cwd: folder,
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    })
    lowerPriority(child.pid)
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < OUTPUT_MAX) output += text
    })
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000)
    })
    child.on('error', error => fail('code' in error && error.code === 'ENOENT' ? missing(program) : error))
    child.on('close', (code, killed) => {
      if (code === 0) done(output)
      else if (code === NOT_FOUND) fail(missing(program))
      else if (/No space left on device/.test(complaint)) fail(new Error('no space is left on the disk'))
      else
        fail(
          new ProgramFailed(
            `${program} ended with ${code ?? killed}: ${complaint.trim().split('\n').slice(-3).join(' ')}`,
          ),
        )
    })
  })

const missing = (program: string) =>
  new ProgramMissing(`${program} is not installed on this server. Install it with: apt-get install ffmpeg`)

/** Requests are answered first. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}

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
  const ready = await makeFolder(clipsFolder)
    .then(() => Promise.all([run(ffmpeg.ffmpeg), run(ffmpeg.ffprobe)]))
    .then(
      () => true,
      () => false,
    )
  ffmpeg.tried = { at, ready }
  return ready
}
