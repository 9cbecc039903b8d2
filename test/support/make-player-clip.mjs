/**
 * Draws the player's test clip with frame counters in Chromium and writes it as WebM (VP8). Usage: node
 * test/support/make-player-clip.mjs FILE
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const { chromium } = createRequire(import.meta.url)('playwright-core')

const [FRAMES, RATE, WIDTH, HEIGHT, KEY] = [90, 30, 640, 360, 15]

/** Runs in the page. Draws the number and time of each frame, and a bar that grows from the left. */
const draw = async ({ FRAMES, RATE, WIDTH, HEIGHT, KEY }) => {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const c = canvas.getContext('2d')
  const frames = []
  const encoder = new VideoEncoder({
    output: chunk => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      frames.push({ key: chunk.type === 'key', bytes: [...bytes] })
    },
    error: error => {
      throw error
    },
  })
  encoder.configure({ codec: 'vp8', width: WIDTH, height: HEIGHT, bitrate: 250_000, framerate: RATE })
  for (let n = 0; n < FRAMES; n++) {
    c.fillStyle = '#ddebe8'
    c.fillRect(0, 0, WIDTH, HEIGHT)
    c.fillStyle = '#10242b'
    c.textAlign = 'center'
    c.font = 'bold 190px sans-serif'
    c.fillText(String(n), WIDTH / 2, 235)
    c.font = '28px sans-serif'
    c.fillText(`${(n / RATE).toFixed(2)} s`, WIDTH / 2, 290)
    c.textAlign = 'left'
    c.fillText('left', 24, 48)
    c.textAlign = 'right'
    c.fillText('right', WIDTH - 24, 48)
    c.fillStyle = '#0a5a61'
    c.fillRect(0, HEIGHT - 24, ((n + 1) / FRAMES) * WIDTH, 24)
    const frame = new VideoFrame(canvas, { timestamp: Math.round((n * 1e6) / RATE) })
    encoder.encode(frame, { keyFrame: n % KEY === 0 })
    frame.close()
  }
  await encoder.flush()
  return frames
}

// WebM is EBML: elements of an id, a size and content (RFC 8794, RFC 9559).
const size = n => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(n) | (1n << 56n))
  return bytes
}
const element = (id, ...parts) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(id, 'hex'), size(body.length), body])
}
const uint = (id, n) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(n))
  return element(id, bytes)
}
const text = (id, s) => element(id, Buffer.from(s))
const float = (id, n) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(n)
  return element(id, bytes)
}

const webm = frames => {
  const at = n => Math.round((n * 1000) / RATE)
  const head = element(
    '1a45dfa3',
    uint('4286', 1),
    uint('42f7', 1),
    uint('42f2', 4),
    uint('42f3', 8),
    text('4282', 'webm'),
    uint('4287', 2),
    uint('4285', 2),
  )
  const info = element(
    '1549a966',
    uint('2ad7b1', 1_000_000),
    float('4489', (FRAMES * 1000) / RATE),
    text('4d80', 'signbook'),
    text('5741', 'signbook'),
  )
  const picture = element('e0', uint('b0', WIDTH), uint('ba', HEIGHT))
  const tracks = element(
    '1654ae6b',
    element(
      'ae',
      uint('d7', 1),
      uint('73c5', 1),
      uint('83', 1),
      text('86', 'V_VP8'),
      uint('23e383', Math.round(1e9 / RATE)),
      picture,
    ),
  )
  const clusters = []
  for (let first = 0; first < frames.length; first += KEY) {
    const blocks = frames.slice(first, first + KEY).map(({ key, bytes }, i) => {
      const lead = Buffer.from([0x81, 0, 0, key ? 0x80 : 0])
      lead.writeInt16BE(at(first + i) - at(first), 1)
      return element('a3', lead, Buffer.from(bytes))
    })
    clusters.push(element('1f43b675', uint('e7', at(first)), ...blocks))
  }
  const cues = from => {
    let position = from
    const points = clusters.map((cluster, i) => {
      const point = element('bb', uint('b3', at(i * KEY)), element('b7', uint('f7', 1), uint('f1', position)))
      position += cluster.length
      return point
    })
    return element('1c53bb6b', ...points)
  }
  const before = info.length + tracks.length
  return Buffer.concat([head, element('18538067', info, tracks, cues(before + cues(0).length), ...clusters)])
}

// Encoders need a secure context, and localhost is one.
const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<!doctype html>')).listen(
  0,
  'localhost',
)
await new Promise(done => server.on('listening', done))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
await page.goto(`http://localhost:${server.address().port}/`)
writeFileSync(process.argv[2], webm(await page.evaluate(draw, { FRAMES, RATE, WIDTH, HEIGHT, KEY })))
await browser.close()
server.close()
