import { Readable } from 'node:stream'
import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, makeRefuser, withContracts } from '#src/http/json-calls.ts'
import { sendZipFile } from '#src/http/zip-file.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { exportSigner } from './export-signer.ts'
import type { UploadState } from './receive-upload.ts'
import { beginUpload, receiveChunk } from './receive-upload.ts'
import { signerRefusals } from './rules/consent.ts'
import { readDetails } from './rules/details.ts'
import { CHUNK_BYTES, uploadRefusals } from './rules/upload.ts'

const refused = makeRefuser(contract.clipStatus, { ...uploadRefusals, ...signerRefusals })

/** Options of the calls of the clip studio. */
const inStudio = { config: { right: 'clips' } } as const

/** Mounts the calls of the clip studio. The scope requires a signed-in staff user. */
export const mountClipCalls = async (
  scope: JsonScope,
  app: Needs<'clipStorage' | 'clipsFolder' | 'clock' | 'db' | 'jobs' | 'timezone'>,
): Promise<void> => {
  scope.post(paths.clipUploads, { schema: contract.beginUploadCall, ...inStudio }, async ({ body, staff }, reply) => {
    const { hash, name: fileName, bytes, ...fields } = body
    const begun = await beginUpload(app, { hash, fileName, bytes, details: readDetails(fields) }, staff!)
    return begun.ok ? toWireUpload(begun) : refused(reply, begun)
  })

  await scope.register(async parts => {
    // The body is not parsed: it is streamed to the disk.
    parts.removeAllContentTypeParsers()
    parts.addContentTypeParser('*', (_request, body, done) => done(null, body))
    const part = { schema: contract.sendChunkCall, bodyLimit: CHUNK_BYTES, ...inStudio }
    withContracts(parts).put(paths.clipUploadPart, part, async ({ params, body, staff }, reply) => {
      const stream = body instanceof Readable ? body : Readable.from([])
      const taken = await receiveChunk(app, { ...params, body: stream }, staff!)
      return taken.ok ? toWireUpload(taken) : refused(reply, taken)
    })
  })

  scope.get(paths.exportSigner, { schema: contract.exportSignerCall }, async ({ params, staff }, reply) => {
    const content = await exportSigner(app, params.id, staff!)
    return content ? sendZipFile(reply, `signer-${params.id}`, content) : refused(reply, refuse('signer_not_found'))
  })
}

const toWireUpload = ({ chunks, clipId }: UploadState): contract.WireUpload => ({
  chunks,
  chunk_bytes: CHUNK_BYTES,
  clip_id: clipId,
})
