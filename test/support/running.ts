import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { root, SECRET } from './app.ts'
import { dataFolder } from './folder.ts'
import { freePort } from './port.ts'
import type { Test } from './test.ts'
import { until } from './until.ts'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The built product in its own process, as `npm start` runs it. */
export interface Running {
  base: string
  dataDir: string
  /** All output so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

/** Runs `dist/server/main.mjs` with only these settings; killed when the test ends. */
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

interface Options {
  env?: Record<string, string>
  dataDir?: string
}

/** Returns the port from the server's log, or undefined before it listens. */
export const portIn = (output: string): number | undefined => {
  const [, port] = output.match(/"port":(\d+),.*"msg":"listening"/) ?? []
  return port === undefined ? undefined : Number(port)
}

/** The line of a server whose port another program has. */
export const PORT_IN_USE = /^PORT: \d+ is in use by another program; choose another PORT/m

/** Tries, in case another process takes the free port first. */
const PORTS_TRIED = 5

/** Starts the server in demo mode. Launches sign its address, so the port is chosen before the start. */
export const startServer = async (t: Test, { env = {}, dataDir = dataFolder(t) }: Options = {}) => {
  for (let tries = 1; ; tries++) {
    const chosen = await freePort()
    const settings = { PORT: String(chosen), DATA_DIR: dataDir, DEMO: 'on', CAPTCHA_PROVIDER: 'off', ...env }
    const server = runMain(t, [], settings)
    let over = false
    void server.ended.then(() => {
      over = true
    })
    await until('the server listens', () => over || portIn(server.output()))
    if (!over) return { base: `http://localhost:${chosen}`, dataDir, ...server } satisfies Running
    if (!PORT_IN_USE.test(server.output()) || tries === PORTS_TRIED)
      throw new Error(`the server ended:\n${server.output()}`)
  }
}
