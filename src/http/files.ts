import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { IMPORT_BYTES } from '../domain/code-import.ts'

/** Enables file uploads in this scope. Use a separate scope, because multipart parsing costs every request in it. */
export const takeFiles = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, { limits: { fileSize: IMPORT_BYTES, files: 1 }, throwFileSizeLimit: false })
}
