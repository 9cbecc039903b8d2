import type { Readable } from 'node:stream'

/** A file of this machine that is to be stored. */
export interface StoredFile {
  path: string
  bytes: number
  /** SHA-256 of the content, in hex. */
  sha256: string
}

/** First and last byte, both included. */
export interface ByteRange {
  from: number
  to: number
}

/** Keeps files by name, which all processes share. The database says which names there are. */
export interface ClipStorage {
  /** Stores a file, or replaces it. */
  put(name: string, file: StoredFile): Promise<void>
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
