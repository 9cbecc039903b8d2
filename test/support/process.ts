import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { root, SECRET } from './app.ts'
import type { Test } from './test.ts'
import { until } from './until.ts'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The built product as a process of its own: what `npm start` runs. */
export interface Running {
  base: string
  /** All that it wrote so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

export const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

/** Runs `dist/server/main.mjs` with these settings and nothing else of ours around it. */
export const runMain = (t: Test, args: string[], env: Record<string, string>) => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [resolve(root, 'dist/server/main.mjs'), ...args], {
    cwd: root,
    env: { PATH, HOME, APP_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  const ended = new Promise<Ended>(done => child.on('close', (code, signal) => done({ code, signal })))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { output: () => output, kill: (signal: NodeJS.Signals) => void child.kill(signal), ended }
}

/** The same, serving; it is up when its database answers. */
export const startServer = async (t: Test, env: Record<string, string>): Promise<Running> => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const server = runMain(t, [], { PORT: String(port), PUBLIC_URL: base, DEMO: 'on', ...env })
  const dead = server.ended.then(() => true)
  await until('the server is ready', async () => {
    if (await Promise.race([dead, Promise.resolve(false)])) throw new Error(`it ended:\n${server.output()}`)
    return fetch(`${base}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
  })
  return { base, ...server }
}
