import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Enables file uploads in this scope. Use a separate scope, because multipart parsing costs every request in it. */
export const acceptFileUpload = async (scope: FastifyInstance, maxBytes: number): Promise<void> => {
  await scope.register(multipart, { limits: { fileSize: maxBytes, files: 1 }, throwFileSizeLimit: false })
}

/** An upload as it streams in. `cut()`: the file exceeded the size limit, and the rest is not read. */
interface UploadedFile {
  bytes: AsyncIterable<Buffer>
  cut(): boolean
}

/** Returns the file that a request sends, or undefined if it sends none. */
export const uploadedFile = async (request: FastifyRequest): Promise<UploadedFile | undefined> => {
  const sent = request.isMultipart() ? await request.file() : undefined
  return sent && { bytes: sent.file, cut: () => sent.file.truncated }
}
