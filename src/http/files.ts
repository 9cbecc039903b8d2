import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { IMPORT_BYTES } from '../domain/code-import.ts'

/** Lets the routes of this scope take a form with a file. A scope of its own, as each of its requests pays for that. */
export const takeFiles = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, { limits: { fileSize: IMPORT_BYTES, files: 1 }, throwFileSizeLimit: false })
}
