import { type ImportFailure, type ImportProgress, importMessages } from '#src/domain/code-import.ts'
import { paths } from '../../paths.ts'

type FileSent =
  | { kind: 'done'; message: string; failed: ImportFailure[] }
  | { kind: 'refused'; status: number; error: string }

interface WireFailure {
  line: number
  coupon_code: string
  product: string
  reason: string
}

/** A line of the answer: how far it is, and at last how it ended. */
type Line = ImportProgress | { message: string; failed_coupons: WireFailure[] } | { error: string; status?: number }

/** By XMLHttpRequest: its text grows with what comes in, so that each line is read without a stream to take apart. */
export const sendFile = (body: FormData, onSaved: (progress: ImportProgress) => void): Promise<FileSent> =>
  new Promise(done => {
    const call = new XMLHttpRequest()
    call.open('POST', paths.importProgress)
    const lastLine = (): Line | null => {
      // What stands behind the last line's end is a line of which more is to come.
      const line = call.responseText.split('\n').slice(-2)[0]
      return line ? read(line) : null
    }
    const broken = () => done({ kind: 'refused', status: 0, error: importMessages.offline })
    call.onprogress = () => {
      const line = call.status === 200 ? lastLine() : null
      if (line && 'rows' in line) onSaved(line)
    }
    call.onerror = broken
    call.onload = () => {
      const line = call.status === 200 ? lastLine() : read(call.responseText)
      if (line && 'error' in line)
        return done({ kind: 'refused', status: line.status ?? call.status, error: line.error })
      if (!line || 'rows' in line) return broken()
      const { message, failed_coupons: failed } = line
      done({
        kind: 'done',
        message,
        failed: failed.map(f => ({ line: f.line, code: f.coupon_code, product: f.product, reason: f.reason })),
      })
    }
    call.send(body)
  })

/** What stands between us and the server may answer with a page of its own. */
const read = (text: string): Line | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
