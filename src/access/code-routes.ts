import type { FastifyRequest } from 'fastify'
import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { cursorText, readListQuery } from '#src/core/rules/rows.ts'
import { demand, may } from '#src/core/rules/staff.ts'
import { acceptFileUpload, sendCsvFile, uploadedFile } from '#src/http/files.ts'
import { type JsonScope, makeRefuser, withContracts } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import { type Caller, downloadCodeBatch, findCodeBatch, generateCodes, schoolFor } from './code-batches.ts'
import * as contract from './code-contract.ts'
import { importAccessCodes } from './code-imports.ts'
import { checkAccessCode, downloadCodes, listBatches } from './codes.ts'
import { batchCsv, batchSorts, codeRefusals, makingMessages } from './rules/code-batches.ts'
import { IMPORT_BYTES, importMessages, importRefusalText } from './rules/code-imports.ts'
import { codeSorts } from './rules/staff-codes.ts'

const refused = makeRefuser(contract.staffCodeStatus, codeRefusals)
const importRefused = makeRefuser(contract.staffCodeStatus, importRefusalText)
/** Options of the calls that programs with a key may make. */
const reads = { config: { scope: 'codes:read' } } as const
const makes = { config: { scope: 'codes:make' } } as const
/** The filters and orders of both lists, as on their pages. */
const batchListChoices = { filters: ['school', 'product', 'state'], sorts: batchSorts }
const codeListChoices = { filters: ['school', 'product', 'state', 'batch'], sorts: codeSorts }

/** The program or the staff user that calls. One of them is set, or the call is refused before. */
const callerOf = ({ service, staff }: Pick<FastifyRequest, 'service' | 'staff'>) => service ?? staff!

/** Mounts the staff calls for access codes. */
export const mountCodeCalls = async (scope: JsonScope, app: Needs<'clock' | 'db' | 'timezone'>): Promise<void> => {
  mountCodeManagement(scope, app)
  await scope.register(async uploads => {
    await acceptFileUpload(uploads, IMPORT_BYTES)
    // Before the body is read. The operation checks it again.
    uploads.addHook('onRequest', async request => demand(request.staff!, 'manage'))
    withContracts(uploads).post('/twa/import_coupons', { schema: contract.importCodesCall }, async (request, reply) => {
      const result = await importAccessCodes(app, await uploadedFile(request, IMPORT_BYTES), request.staff!)
      if (!result.ok) return importRefused(reply, result)
      return { message: importMessages.done(result), failed_coupons: result.failed.map(contract.toWireFailure) }
    })
  })
}

const mountCodeManagement = (scope: JsonScope, app: Needs<'clock' | 'db' | 'timezone'>): void => {
  scope.get('/api/coupons/:id', { schema: contract.checkCodeCall, ...reads }, async (request, reply) => {
    const found = await checkAccessCode(app, request.params.id, callerOf(request))
    if (found.length > 0) return { coupons: found.map(contract.toWireCoupon) }
    return refused(reply, refuse('code_not_found'))
  })

  scope.post('/twa/make_coupons', { schema: contract.makeCodesCall, ...makes }, async (request, reply) => {
    const { 'idempotency-key': key } = request.headers
    const result = await generateCodes(app, request.body, callerOf(request), key)
    if (!result.ok) return refused(reply, result)
    const { batch, codes } = result
    const message = makingMessages.made(codes.length)
    return { message, batch: contract.toWireBatch(batch), coupons: codes.map(contract.toWireCode) }
  })

  /** Reads the query of a list; undefined if it names a school that is unknown or not the caller's. */
  const queryOf = async (given: { school: string }, by: Caller, choices: Parameters<typeof readListQuery>[1]) => {
    const school = await schoolFor(app.db, given.school, by)
    return school === undefined ? undefined : readListQuery({ ...given, school: String(school ?? '') }, choices)
  }

  scope.get(paths.batches, { schema: contract.listBatchesCall, ...reads }, async (request, reply) => {
    const by = callerOf(request)
    const query = await queryOf(request.query, by, batchListChoices)
    if (!query) return refused(reply, refuse('school_not_found'))
    const { rows, next } = await listBatches(app, query, by)
    return { batches: rows.map(contract.toWireBatch), next: next && cursorText(next) }
  })

  scope.get('/api/coupons', { schema: contract.listCodesCall, ...reads }, async (request, reply) => {
    const by = callerOf(request)
    const query = await queryOf(request.query, by, codeListChoices)
    if (!query) return refused(reply, refuse('school_not_found'))
    const { rows, next } = await downloadCodes(app, query, by)
    return { coupons: rows.map(contract.toListedCode), next: next && cursorText(next) }
  })

  scope.get(`${paths.batches}/:id`, { schema: contract.findBatchCall, ...reads }, async (request, reply) => {
    const { service, staff, params } = request
    const found =
      service || may(staff!, 'change')
        ? await downloadCodeBatch(app, params.id, 'json', callerOf(request))
        : await findCodeBatch(app, params.id, staff!)
    if (!found) return refused(reply, refuse('batch_not_found'))
    return { batch: contract.toWireBatch(found.batch), coupons: found.codes.map(contract.toWireCode) }
  })

  scope.get(`${paths.batches}/:id/codes.csv`, { schema: contract.batchCsvCall, ...reads }, async (request, reply) => {
    const found = await downloadCodeBatch(app, request.params.id, 'csv', callerOf(request))
    if (!found) return refused(reply, refuse('batch_not_found'))
    return sendCsvFile(reply, `codes-${found.batch.id}.csv`, batchCsv(found.codes, app.timezone))
  })
}
