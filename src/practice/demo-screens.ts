import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Needs } from '#src/context.ts'
import { demoOutbox, type OutboxMessage } from '#views/demo/outbox/screen.tsx'
import { demoPlatform } from '#views/demo/platform/screen.tsx'
import { demoPlayer } from '#views/demo/player/screen.tsx'
import { practiceLms } from '#views/demo/screen.tsx'
import { uiGallery } from '#views/demo/ui/screen.tsx'
import type { Screen } from '#views/screen.ts'
import { makePractice, makePracticeServices, type PracticeAddresses } from './practice-lms.ts'

const MOST = 50

/** Reads the newest 50 messages of the outbox folder: email as `.eml`, text messages as `.txt`. */
const readOutbox = async (folder: string): Promise<OutboxMessage[]> => {
  const names = await readdir(folder).catch(() => [])
  const newest = names.filter(name => /^[^.].*\.(eml|txt)$/.test(name)).toSorted()
  const files = newest.slice(-MOST).toReversed()
  return Promise.all(files.map(async name => ({ name, ...readMessage(await readFile(join(folder, name), 'utf8')) })))
}

const readMessage = (source: string): Omit<OutboxMessage, 'name'> => {
  const [head = '', ...rest] = source.replaceAll('\r\n', '\n').split('\n\n')
  const header = (name: string) => decodeWords(unfold(head).match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1] ?? '')
  return {
    to: header('To'),
    subject: header('Subject'),
    date: header('Date'),
    text: plainPart(head, rest.join('\n\n')),
  }
}

const unfold = (head: string) => head.replace(/\n[ \t]+/g, ' ')

/** Returns the first plain text part of a message our mail gateway wrote. */
const plainPart = (head: string, body: string): string => {
  const boundary = unfold(head).match(/boundary="([^"]+)"/)?.[1]
  if (!boundary) return decodeBody(head, body)
  const part = body.split(`--${boundary}`).find(p => /^content-type: text\/plain/im.test(p)) ?? ''
  const [partHead = '', ...rest] = part.replace(/^\n/, '').split('\n\n')
  return decodeBody(partHead, rest.join('\n\n'))
}

const decodeBody = (head: string, body: string): string => {
  if (/transfer-encoding: quoted-printable/i.test(head)) return decodeQuoted(body.replace(/=\n/g, ''))
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return body
}

const decodeQuoted = (text: string): string => {
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Decodes encoded words such as '=?UTF-8?Q?=C3=8D?=' (RFC 2047). */
const decodeWords = (text: string): string =>
  text.replace(/=\?utf-8\?([qb])\?([^?]*)\?=(\s+(?==\?))?/gi, (_, kind: string, word: string) =>
    /q/i.test(kind) ? decodeQuoted(word.replaceAll('_', ' ')) : Buffer.from(word, 'base64').toString('utf8'),
  )

/** Creates the pages of demo mode. Production never imports this folder. */
export const makeDemoScreens = (
  server: FastifyInstance,
  app: Needs<'clock' | 'config' | 'db' | 'publicUrl'>,
  addresses: PracticeAddresses | null,
): Screen[] => {
  const practice = makePractice({
    clock: app.clock,
    publicUrl: app.publicUrl,
    services: addresses && makePracticeServices(app, addresses),
    async post(url, fields) {
      const payload = new URLSearchParams(fields).toString()
      await server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    },
  })
  return [
    practiceLms(practice),
    demoOutbox(() => readOutbox(join(app.config.dataDir, 'outbox'))),
    uiGallery,
    demoPlayer,
    demoPlatform,
  ]
}
