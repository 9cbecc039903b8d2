import { gzipSync } from 'node:zlib'

const within = (text: string, pattern: RegExp, from: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => new URL(name, from).href)

/** Returns the number of script files that a page loads at once, with their static imports, and their gzipped bytes. */
export const scriptsOf = async (base: string, path: string): Promise<{ files: number; bytes: number }> => {
  const html = (await (await fetch(base + path)).text()).replace(/<script[^>]*\bnoModule\b[^>]*>/g, '')
  const named = /(?:(?:src|href)="|import\(?\s*"|&quot;)(\/[^"&]+\.js)/g
  const queue = within(html, named, base)
  const bytes = new Map<string, number>()
  for (const url of queue) {
    if (bytes.has(url)) continue
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    const code = await answer.text()
    bytes.set(url, gzipSync(code, { level: 9 }).length)
    queue.push(...within(code, /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+\.js)["'`]/g, url))
  }
  return { files: bytes.size, bytes: [...bytes.values()].reduce((sum, n) => sum + n, 0) }
}
