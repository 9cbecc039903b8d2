import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webm': 'video/webm',
}

/** The copies that the build made smaller, the smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const headers = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }

/**
 * GET /assets/…: the built client. A name carries its content's hash, so that browsers may keep a file for ever, and we
 * in memory: each is read once. Only what stands in the folder now has an address.
 */
export const mountBuiltFiles = (server: FastifyInstance, folder: string): void => {
  const names = new Set(readdirSync(folder))
  const kept = new Map<string, Buffer>()
  const bytesOf = async (name: string): Promise<Buffer> => {
    const bytes = kept.get(name) ?? (await readFile(join(folder, name)))
    kept.set(name, bytes)
    return bytes
  }
  server.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const type = types[extname(name)]
    if (!type || !names.has(name)) return reply.callNotFound()
    reply.headers({ ...headers, 'content-type': type })
    const { 'accept-encoding': accepted = '', range = '' } = request.headers
    const encoding = encodings.find(([coding, ending]) => names.has(name + ending) && accepted.includes(coding))
    if (encoding) return reply.header('content-encoding', encoding[0]).send(await bytesOf(name + encoding[1]))
    const bytes = await bytesOf(name)
    const part = partOf(range, bytes.length)
    if (!part) return reply.header('accept-ranges', 'bytes').send(bytes)
    return reply
      .code(206)
      .header('content-range', `bytes ${part.from}-${part.to}/${bytes.length}`)
      .send(bytes.subarray(part.from, part.to + 1))
  })
}

/** The bytes that a player asks for when one skips in a clip; a range that is not in the file asks for all of it. */
const partOf = (range: string, length: number): { from: number; to: number } | null => {
  const [, from, to] = range.match(/^bytes=(\d+)-(\d*)$/) ?? []
  if (from === undefined) return null
  const part = { from: Number(from), to: Math.min(Number(to || length), length - 1) }
  return part.from <= part.to ? part : null
}
