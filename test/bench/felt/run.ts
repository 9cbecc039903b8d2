import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../support/chromium.ts'
import { launchPath } from '../../support/launched.ts'
import { freePort } from '../../support/port.ts'
import { until } from '../../support/until.ts'

/**
 * What a student on an old phone and a slow line waits for: Chromium's own throttling, 2 s latency, 400 kbit/s, a quarter
 * of the processor, 360 × 740, nothing cached; then a second page of the same kind, with what the first one cached.
 */
const SLOW = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_RATE = 4
const QUIET_MS = 3000
const ROUNDS = process.argv.includes('--quick') ? 1 : 3

const dataDir = mkdtempSync(join(tmpdir(), 'felt-'))
const port = await freePort()
const server = spawn(process.execPath, [resolve(import.meta.dirname, '../../../dist/server/main.mjs')], {
  env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' },
  stdio: 'inherit',
})
const base = `http://localhost:${port}`
await until('the server answers', () =>
  fetch(`${base}/home`).then(
    r => r.ok,
    () => false,
  ),
)

const teacher = { roles: 'Instructor', user_id: 'felt' }
const pages = [
  { name: '/lti/pay', first: await launchPath(base, 'demo-asl1'), second: await launchPath(base, 'demo-asl12') },
  {
    name: '/lti/teacher',
    first: await launchPath(base, 'demo-asl12', teacher),
    second: `${await launchPath(base, 'demo-asl12', teacher)}&tab=faqs`,
  },
  { name: '/dictionary?term=Unit 3', first: '/dictionary?term=Unit+3', second: '/dictionary?term=Unit+4' },
  { name: '/fingerspelling?word=', first: '/fingerspelling?word=book', second: '/fingerspelling?word=lake' },
]

interface Felt {
  kB: number
  requests: number
  /** Milliseconds. */
  paint: number
  blocking: number
  shift: number
}

/** Runs in the page before its own scripts. A text, because the compiler's helpers are not there. */
const OBSERVE = `{
  globalThis.felt = { paint: 0, blocking: 0, shift: 0 }
  const each = (type, read) =>
    new PerformanceObserver(list => list.getEntries().forEach(read)).observe({ type, buffered: true })
  each('largest-contentful-paint', entry => { felt.paint = entry.startTime })
  each('longtask', entry => { felt.blocking += entry.duration - 50 })
  each('layout-shift', entry => { felt.shift += entry.value })
}`

const load = async (context: BrowserContext, page: Page, path: string): Promise<Felt> => {
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', SLOW)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  const sent = new Set<string>()
  let [bytes, requests, last] = [0, 0, Date.now()]
  const cached = new Set<string>()
  protocol.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  protocol.on('Network.responseReceived', ({ requestId, response }) => {
    last = Date.now()
    if (cached.has(requestId) || response.fromDiskCache || response.url.startsWith('data:')) return
    sent.add(requestId)
    requests++
  })
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = Date.now()
    if (sent.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(base + path)
  await until('nothing more comes', () => Date.now() - last > QUIET_MS)
  const felt: Pick<Felt, 'paint' | 'blocking' | 'shift'> = await page.evaluate('felt')
  await protocol.detach()
  return { kB: bytes / 1024, requests, ...felt }
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const found = await findChromium()
if (!found) throw new Error('no Chromium; see test/support/chromium.ts')
const { executablePath, args, env } = found
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', ...args],
  env: { ...process.env, ...env },
})
const rows: string[] = []
for (const { name, first, second } of pages) {
  const rounds: Felt[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.addInitScript({ content: OBSERVE })
    rounds.push([await load(context, page, first), await load(context, page, second)])
    await context.close()
  }
  for (const [nth, which] of ['cold', 'second'].entries()) {
    const of = (part: keyof Felt) => median(rounds.map(loads => loads[nth]?.[part] ?? 0))
    const seconds = (part: 'paint' | 'blocking') => `${(of(part) / 1000).toFixed(1)} s`
    rows.push(
      `| ${name} | ${which} | ${of('kB').toFixed(1)} | ${of('requests')} | ${seconds('paint')} | ${of('shift').toFixed(3)} | ${seconds('blocking')} |`,
    )
  }
}
await browser.close()
server.kill('SIGTERM')
await new Promise(done => server.once('exit', done))
rmSync(dataDir, { recursive: true, force: true })
console.log(
  `| page | load | kB | requests | largest paint | layout shift | blocking |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}`,
)
