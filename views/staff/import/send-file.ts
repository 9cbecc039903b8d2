import { type ImportProgress, importMessages, type ShownFailure } from '#src/codes/rules/code-import.ts'
import type { ImportLine } from '#src/codes/staff-contract.ts'
import type { Problem } from '#src/core/rules/problem.ts'
import { paths } from '../../paths.ts'

type FileSent = { ok: true; message: string; failed: ShownFailure[] } | { ok: false; status: number; error: string }

/** Uses XMLHttpRequest because its `responseText` grows as data arrives, which needs no stream parser. */
export const sendFile = (body: FormData, onSaved: (progress: ImportProgress) => void): Promise<FileSent> =>
  new Promise(done => {
    const call = new XMLHttpRequest()
    call.open('POST', paths.importProgress)
    const lastLine = (): ImportLine | null => {
      // Text after the last line break is an incomplete line.
      const line = call.responseText.split('\n').slice(-2)[0]
      return line ? parse(line) : null
    }
    const broken = () => done({ ok: false, status: 0, error: importMessages.offline })
    call.onprogress = () => {
      const line = call.status === 200 ? lastLine() : null
      if (line && 'rows' in line) onSaved(line)
    }
    call.onerror = broken
    call.onload = () => {
      if (call.status !== 200) {
        const problem: Problem | null = parse(call.responseText)
        return problem?.error ? done({ ok: false, status: call.status, error: problem.error }) : broken()
      }
      const line = lastLine()
      if (!line || 'rows' in line) return broken()
      if ('error' in line) return done({ ok: false, status: line.status, error: line.error })
      const failed = line.failed_coupons.map(({ coupon_code: code, ...row }) => ({ ...row, code }))
      done({ ok: true, message: line.message, failed })
    }
    call.send(body)
  })

/** Returns null for text that is not JSON, such as an error page from a proxy. */
const parse = <T>(text: string): T | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
