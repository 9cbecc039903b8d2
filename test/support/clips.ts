import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { giveOwnConsent } from '#src/signs/clips/signers.ts'
import { viewConsent } from '#src/signs/clips/studio.ts'
import { CHUNK_BYTES } from '#src/signs/rules/clips/files.ts'
import type { TestApp } from './app.ts'
import type { Me } from './staff.ts'

const HEADERS = { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }

/** Sends a file as the clip studio's page does: part by part. Returns the last answer. */
export const sendFile = async (app: TestApp, me: Me, path: string, fields: Record<string, string> = {}) => {
  const content = readFileSync(path)
  const hash = createHash('sha256').update(content).digest('hex')
  const begun = await me.call('POST', '/api/clips/uploads', {
    hash,
    name: basename(path),
    bytes: content.length,
    ...fields,
  })
  let { data, status } = begun
  for (let chunk = data.chunks; status === 200 && data.clip_id === null; chunk = data.chunks)
    ({ data, status } = await sendPart(app, me, { hash, chunk, content }))
  return { status, data, hash }
}

export const sendPart = async (
  app: TestApp,
  me: Me,
  { hash, chunk, content }: { hash: string; chunk: number; content: Buffer },
) => {
  const answer = await app.server.inject({
    method: 'PUT',
    url: `/api/clips/uploads/${hash}/${chunk}`,
    headers: { ...HEADERS, cookie: me.cookie, 'content-type': 'application/octet-stream' },
    payload: content.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES),
  })
  return { status: answer.statusCode, data: answer.json() }
}

/** Makes the staff user a signer who agreed to the consent text. Returns the signer's id. */
export const consented = async (app: TestApp, me: Me): Promise<number> => {
  const { text } = await viewConsent(app, me.staff)
  await giveOwnConsent(app, text.version, me.staff)
  const { own } = await viewConsent(app, me.staff)
  return own!.id
}
