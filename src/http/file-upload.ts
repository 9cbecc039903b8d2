import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

/** Enables file uploads in this scope. Use a separate scope, because multipart parsing costs every request in it. */
export const acceptFileUpload = async (scope: FastifyInstance, maxBytes: number): Promise<void> => {
  await scope.register(multipart, { limits: { fileSize: maxBytes, files: 1 }, throwFileSizeLimit: false })
}
