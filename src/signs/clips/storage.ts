import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { addAnswerTime, countCall } from '#src/core/event-counts.ts'
import { makeFolder } from '#src/core/folders.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import type { ByteRange } from '../rules/clips/files.ts'

/** A file of this machine that is to be stored. */
export interface StoredFile {
  path: string
  bytes: number
  /** SHA-256 of the content, in hex. */
  sha256: string
}

/** Keeps files by name, which all processes share. The database says which names there are. */
export interface ClipStorage {
  /** Stores a file, or replaces it. The signal ends a transfer to another machine. */
  put(name: string, file: StoredFile, signal?: AbortSignal): Promise<void>
  /** Streams a file, or a part of it. Null if there is none. */
  read(name: string, range?: ByteRange): Promise<Readable | null>
  /** Deletes a file. Does nothing if there is none. */
  remove(name: string): Promise<void>
}

/** Storage of the files of clips (docs/operations.md). */
export type ClipStore = { folder: string } | { s3: S3Settings }

export interface S3Settings {
  /** Origin, like https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
}

const isMissing = (error: unknown): boolean => recordOf(error).code === 'ENOENT'

/** Keeps files in a folder of this machine. A file appears whole or not at all. */
const makeFolderStorage = (folder: string): ClipStorage => ({
  async put(name, { path }) {
    const to = join(folder, name)
    const half = join(folder, `.half-${randomUUID()}`)
    await makeFolder(dirname(to))
    try {
      await copyFile(path, half)
      await rename(half, to)
    } finally {
      await rm(half, { force: true })
    }
  },
  async read(name, range) {
    try {
      const file = await open(join(folder, name))
      return createReadStream('', { fd: file, ...(range ? { start: range.from, end: range.to } : {}) })
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  remove: name => rm(join(folder, name), { force: true }),
})

/** Timeout of a request, until the first byte of the answer and between two parts of it. */
const PATIENCE_MS = 30_000

interface Call {
  method: 'GET' | 'PUT' | 'DELETE'
  name: string
  file?: StoredFile
  range?: ByteRange | undefined
  signal?: AbortSignal | undefined
  /** Statuses of an answer that are expected. */
  expected: number[]
}

/** Keeps files in a bucket of any S3-compatible store, with path-style addresses. */
const makeS3Storage = ({ endpoint, bucket, region, key, secret }: S3Settings): ClipStorage => {
  const load = async () => {
    const { default: undici } = await import('undici')
    const { Agent, request } = undici
    return { request, dispatcher: new Agent({ headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS }) }
  }
  let loaded: ReturnType<typeof load> | undefined

  /** Throws for an answer that is not expected. Its text is short, and names neither keys nor people. */
  const call = async ({ method, name, file, range, signal, expected }: Call) => {
    loaded ??= load()
    const { request, dispatcher } = await loaded
    const headers: Record<string, string> = {
      ...(file ? { 'x-amz-content-sha256': file.sha256, 'content-length': String(file.bytes) } : {}),
      ...(range ? { range: `bytes=${range.from}-${range.to}` } : {}),
    }
    const signed = await new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${name}`,
      headers,
      service: 's3',
      region,
      accessKeyId: key,
      secretAccessKey: secret,
    }).sign()
    const began = performance.now()
    const answer = await request(signed.url, {
      dispatcher,
      method,
      headers: { ...headers, ...Object.fromEntries(signed.headers) },
      body: file ? createReadStream(file.path) : null,
      ...(signal ? { signal } : {}),
    })
      .catch(error => {
        countCall('clip-storage', null)
        throw error
      })
      .finally(() => addAnswerTime('clip-storage', performance.now() - began))
    countCall('clip-storage', answer.statusCode)
    if (expected.includes(answer.statusCode)) return answer
    const [, code = ''] = (await answer.body.text()).slice(0, 2000).match(/<Code>(\w+)<\/Code>/) ?? []
    throw new Error(`the clip store answered ${method} with ${answer.statusCode} ${code}`.trim())
  }

  return {
    put: async (name, file, signal) => (await call({ method: 'PUT', name, file, signal, expected: [200] })).body.dump(),
    async read(name, range) {
      const answer = await call({ method: 'GET', name, range, expected: [200, 206, 404] })
      if (answer.statusCode !== 404) return Readable.from(answer.body)
      await answer.body.dump()
      return null
    },
    remove: async name => (await call({ method: 'DELETE', name, expected: [200, 204, 404] })).body.dump(),
  }
}

/** Opens the folder, or the bucket, that holds the files of clips. */
export const makeClipStorage = (store: ClipStore): ClipStorage =>
  's3' in store ? makeS3Storage(store.s3) : makeFolderStorage(store.folder)
