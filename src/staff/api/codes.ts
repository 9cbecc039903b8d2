import { PassThrough } from 'node:stream'
import { toWireCoupon } from '#src/codes/contract.ts'
import { type ImportFailure, type ImportProgress, importMessages } from '#src/codes/rules/code-import.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { type Call, type CallInput, call, isRefused, type Refused, refuse, toRefusal } from '#src/http/staff-calls.ts'
import { paths } from '#views/paths.ts'

export const codeCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/coupons/:id',
    does: 'Lists the matching access codes with all their uses.',
    answers: ['coupons'],
    async run({ params, modules }) {
      const coupons = await modules.codes.checkAccessCode(params.id ?? '')
      return coupons.length > 0 ? { coupons: coupons.map(toWireCoupon) } : refuse(404, adminMessages.codeNotFound)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/import_coupons',
    does: 'Imports a CSV file of access codes. Valid rows are imported; each invalid row is listed.',
    answers: ['message', 'failed_coupons'],
    upload: true,
    run: given => importFile(given, { wire: wireFailure }),
  }),
  call({
    method: 'POST',
    path: paths.importProgress,
    does: 'The same import, streaming a progress line per saved batch of rows before the result.',
    answers: ['rows', 'kept', 'message', 'failed_coupons'],
    upload: true,
    file: 'application/x-ndjson',
    run: given => importWithProgress(given),
  }),
]

/** Streams one JSON line per saved batch of rows. The last line is the result. */
const importWithProgress = async (given: CallInput<unknown>): Promise<Refused | PassThrough> => {
  const lines = new PassThrough()
  const write = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
  const { outcome, began } = beginImport(given, write)
  // Errors before the first saved batch are sent as a normal error reply.
  const refused = await Promise.race([began, outcome])
  if (refused && isRefused(refused)) return refused
  outcome.then(
    last => {
      write(last)
      lines.end()
    },
    error => lines.destroy(error),
  )
  return lines
}

/** Starts the import. `began` resolves when the first batch is saved. */
const beginImport = (given: CallInput<unknown>, onSaved: (progress: ImportProgress) => void) => {
  let begin = () => {}
  const began = new Promise<void>(done => {
    begin = done
  })
  const outcome = importFile(given, {
    wire: failure => ({ line: failure.line, ...wireFailure(failure) }),
    onSaved: progress => {
      onSaved(progress)
      begin()
    },
  })
  return { outcome, began }
}

interface Importing {
  wire(failure: ImportFailure): object
  onSaved?(progress: ImportProgress): void
}

/** The failure's public fields. Line numbers are only in our own page's call. */
const wireFailure = ({ code, product, reason }: ImportFailure) => ({ coupon_code: code, product, reason })

const importFile = async (
  { request, staff, modules }: CallInput<unknown>,
  { wire, onSaved }: Importing,
): Promise<Refused | { message: string; failed_coupons: object[] }> => {
  const file = request.isMultipart() ? await request.file() : undefined
  if (!file) return refuse(400, importMessages.noFile)
  const result = await modules.codes.importAccessCodes(
    { bytes: file.file, cut: () => file.file.truncated },
    staff,
    onSaved,
  )
  if (result.kind === 'refused') return toRefusal(result)
  return {
    message: result.message,
    failed_coupons: result.failed.map(wire),
  }
}
