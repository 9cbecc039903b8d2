import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutboxMessage } from '#views/demo/outbox/screen.tsx'

const MOST_SHOWN = 50

/** Reads the newest messages of the outbox folder: email as `.eml`, text messages as `.txt`. */
export const readOutbox = async (folder: string): Promise<OutboxMessage[]> => {
  const names = await readdir(folder).catch(() => [])
  const messages = names.filter(name => /^[^.].*\.(eml|txt)$/.test(name)).toSorted()
  const files = messages.slice(-MOST_SHOWN).toReversed()
  return Promise.all(files.map(async name => ({ name, ...readMessage(await readFile(join(folder, name), 'utf8')) })))
}

/** Reads a message as our mail gateway writes it, headers in one part and text in another (RFC 5322). */
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

/** Joins the lines of a header that is folded (RFC 5322 §2.2.3). */
const unfold = (head: string) => head.replace(/\n[ \t]+/g, ' ')

/** Returns the first plain text part of a message. */
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
