import { type ImportFailure, type ImportProgress, importMessages } from '#src/codes/rules/code-import.ts'
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

/** One line of the response: progress, and at the end the result or an error. */
type Line = ImportProgress | { message: string; failed_coupons: WireFailure[] } | { error: string; status?: number }

/** Uses XMLHttpRequest because its `responseText` grows as data arrives, which needs no stream parser. */
export const sendFile = (body: FormData, onSaved: (progress: ImportProgress) => void): Promise<FileSent> =>
  new Promise(done => {
    const call = new XMLHttpRequest()
    call.open('POST', paths.importProgress)
    const lastLine = (): Line | null => {
      // Text after the last line break is an incomplete line.
      const line = call.responseText.split('\n').slice(-2)[0]
      return line ? parseLine(line) : null
    }
    const broken = () => done({ kind: 'refused', status: 0, error: importMessages.offline })
    call.onprogress = () => {
      const line = call.status === 200 ? lastLine() : null
      if (line && 'rows' in line) onSaved(line)
    }
    call.onerror = broken
    call.onload = () => {
      const line = call.status === 200 ? lastLine() : parseLine(call.responseText)
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

/** Returns null for text that is not JSON, such as an error page from a proxy. */
const parseLine = (text: string): Line | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
