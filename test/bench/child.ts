import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/port.ts'

export interface Child {
  base: string
  /** Microseconds of CPU since the start, of all threads. */
  cpu(): Promise<number>
  /** Bytes. */
  memory(): Promise<number>
  /** Peak memory in bytes. */
  peak(): Promise<number>
  /** Milliseconds from the start to the first answer. */
  startedAfter: number
  stop(): Promise<void>
}

interface Told {
  cpu: NodeJS.CpuUsage
  memory: number
  peak: number
}

const meter = join(import.meta.dirname, 'meter.mjs')

const hasTaskset = (() => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return availableParallelism() > 1
  } catch {
    return false
  }
})()

/** Cores for the measured process and for the rest: PostgreSQL, and this process with the load. */
export const CORES = { measured: 0, others: 1 }

/** Pins this process and its future children to one core; does nothing where the system cannot. */
export const stayOn = (core: number): void => {
  if (hasTaskset) execFileSync('taskset', ['-a', '-c', '-p', `${core}`, `${process.pid}`], { stdio: 'ignore' })
}

const running = new Set<ChildProcess>()
/** A run that fails must not leave servers behind, which would take the cores of the next run. */
export const killChildren = (): void => {
  for (const child of running) child.kill('SIGKILL')
}
process.once('exit', killChildren)

interface ChildOptions {
  /** Its output. */
  log?: 'ignore' | 'inherit'
  cwd?: string
}

/** Starts a server in its own process, pinned to a core if possible. Ready once `path` answers. */
export const startChild = async (
  args: string[],
  env: Record<string, string>,
  path: string,
  { log = 'ignore', cwd }: ChildOptions = {},
): Promise<Child> => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const command = [process.execPath, '--import', meter, ...args]
  const [program = '', ...rest] = hasTaskset ? ['taskset', '-c', `${CORES.measured}`, ...command] : command
  const began = performance.now()
  const child = spawn(program, rest, {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: base,
      PORT: `${port}`,
      ...env,
    },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await untilAnswers(base + path, child)
  const startedAfter = performance.now() - began
  const ask = async (): Promise<Told> => {
    const told = once(child, 'message')
    child.send('how much?')
    return (await told)[0]
  }
  return {
    base,
    startedAfter,
    cpu: async () => {
      const { cpu } = await ask()
      return cpu.user + cpu.system
    },
    memory: async () => (await ask()).memory,
    peak: async () => (await ask()).peak,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const MOST_MS = 60_000

const untilAnswers = async (url: string, child: ChildProcess): Promise<void> => {
  const began = performance.now()
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`)
    if (performance.now() - began > MOST_MS) throw new Error(`${url} answers with ${answer?.status ?? 'nothing'}`)
  }
}
