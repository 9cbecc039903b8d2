import { PassThrough } from 'node:stream'
import { paths } from '#views/paths.ts'
import { type ImportFailure, type ImportProgress, importMessages } from '../../domain/code-import.ts'
import { adminMessages } from '../../domain/staff-messages.ts'
import { type Call, call, type Given, isRefused, type Refused, refuse, refusedBy } from './call.ts'
import { wireCoupon } from './wire.ts'

export const codeCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/coupons/:id',
    does: 'The access codes that match, with everybody who used them.',
    answers: ['coupons'],
    async run({ params, operations }) {
      const coupons = await operations.checkAccessCode(params.id ?? '')
      return coupons.length > 0 ? { coupons: coupons.map(wireCoupon) } : refuse(404, adminMessages.codeNotFound)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/import_coupons',
    does: 'Takes in a CSV file of access codes; good rows are kept, each failure is named.',
    answers: ['message', 'failed_coupons'],
    upload: true,
    run: given => importFile(given, { wire: wireFailure }),
  }),
  call({
    method: 'POST',
    path: paths.importProgress,
    does: 'The same import; before the outcome comes a line for each lot of rows as it is saved.',
    answers: ['rows', 'kept', 'message', 'failed_coupons'],
    upload: true,
    file: 'application/x-ndjson',
    run: given => importInLots(given),
  }),
]

/** A line for each lot of rows as it is saved; the last one is the outcome. */
const importInLots = async (given: Given<unknown>): Promise<Refused | PassThrough> => {
  const lines = new PassThrough()
  const write = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
  const { outcome, began } = beginImport(given, write)
  // What goes wrong before anything is saved is answered like on any other call.
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

/** `began`: the first lot is saved. */
const beginImport = (given: Given<unknown>, onSaved: (progress: ImportProgress) => void) => {
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

/** As the specification has it (§3); the lines that the page shows beside it go with our own call alone. */
const wireFailure = ({ code, product, reason }: ImportFailure) => ({ coupon_code: code, product, reason })

const importFile = async (
  { request, staff, operations }: Given<unknown>,
  { wire, onSaved }: Importing,
): Promise<Refused | { message: string; failed_coupons: object[] }> => {
  const file = request.isMultipart() ? await request.file() : undefined
  if (!file) return refuse(400, importMessages.noFile)
  const result = await operations.importAccessCodes(
    { bytes: file.file, cut: () => file.file.truncated },
    staff,
    onSaved,
  )
  if (result.kind === 'refused') return refusedBy(result)
  return {
    message: result.message,
    failed_coupons: result.failed.map(wire),
  }
}
