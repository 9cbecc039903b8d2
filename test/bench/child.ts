import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/port.ts'

export interface Child {
  base: string
  /** Microseconds of CPU since it began, all its threads. */
  cpu(): Promise<number>
  /** Bytes. */
  memory(): Promise<number>
  /** The most bytes it ever held. */
  peak(): Promise<number>
  /** From its start to its first answer, in milliseconds. */
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

/** Where what is measured runs, and where all else does: PostgreSQL, and this process, which makes the load. */
export const CORES = { measured: 0, others: 1 }

/** Keeps this process to one core, and all that it starts from now on; where the system cannot do that, nothing happens. */
export const stayOn = (core: number): void => {
  if (hasTaskset) execFileSync('taskset', ['-a', '-c', '-p', `${core}`, `${process.pid}`], { stdio: 'ignore' })
}

/** A server in a process of its own, on one core of its own where the system can do that. Ready once `path` answers. */
export const startChild = async (args: string[], env: Record<string, string>, path: string): Promise<Child> => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const command = [process.execPath, '--import', meter, ...args]
  const [program = '', ...rest] = hasTaskset ? ['taskset', '-c', `${CORES.measured}`, ...command] : command
  const began = performance.now()
  const child = spawn(program, rest, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: base,
      PORT: `${port}`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
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

const untilAnswers = async (url: string, child: ChildProcess): Promise<void> => {
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`)
  }
}
