import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './postgres.ts'
import type { Test } from './test.ts'

const main = resolve(import.meta.dirname, '../../dist/server/main.mjs')

export interface Running {
  base: string
  dataDir: string
  process: ChildProcess
  /** What it wrote so far. */
  output(): string
  /** Ends it, and says with what. */
  stop(signal?: NodeJS.Signals): Promise<number | string>
}

interface Options {
  env?: Record<string, string>
  dataDir?: string
  port?: number
}

/** The built product as a process of its own, in demo mode, on a free port. Ended with the test. */
export const startServer = async (t: Test, { env = {}, dataDir, port }: Options = {}): Promise<Running> => {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'signbook-'))
  if (!dataDir) t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const chosen = port ?? (await freePort())
  const base = `http://localhost:${chosen}`
  const settings = { PORT: String(chosen), DATA_DIR: folder, DEMO: 'on', CAPTCHA_PROVIDER: 'off', ...env }
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', bytes => (output += bytes))
  child.stderr.on('data', bytes => (output += bytes))
  const ended = new Promise<number | string>(done => child.on('exit', (code, signal) => done(code ?? signal ?? 'gone')))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  t.teardown(() => stop('SIGKILL'))
  await untilReady(base, child, () => output)
  return { base, dataDir: folder, process: child, output: () => output, stop }
}

const untilReady = async (base: string, child: ChildProcess, output: () => string): Promise<void> => {
  for (;;) {
    const answer = await fetch(`${base}/readyz`).catch(() => null)
    if (answer?.ok) return
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    await wait(50)
  }
}
