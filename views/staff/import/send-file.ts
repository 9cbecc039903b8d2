import type { ImportFailure } from '#src/domain/code-import.ts'
import { paths } from '../../paths.ts'

export type FileSent =
  | { kind: 'done'; message: string; failed: ImportFailure[] }
  | { kind: 'refused'; status: number; error: string }
  | { kind: 'offline' }

interface WireFailure {
  coupon_code: string
  product: string
  reason: string
}

/** The call of spec §7, by XMLHttpRequest: fetch does not tell how much of a body is sent. */
export const sendFile = (body: FormData, onShare: (share: number) => void): Promise<FileSent> =>
  new Promise(done => {
    const call = new XMLHttpRequest()
    call.open('POST', paths.importCoupons)
    call.responseType = 'json'
    call.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 1)
    call.onerror = () => done({ kind: 'offline' })
    call.onload = () => {
      const { message = '', failed_coupons: failed = [], error = call.statusText } = call.response ?? {}
      if (call.status !== 200) return done({ kind: 'refused', status: call.status, error })
      const rows = (failed as WireFailure[]).map(f => ({ code: f.coupon_code, product: f.product, reason: f.reason }))
      done({ kind: 'done', message, failed: rows })
    }
    call.send(body)
  })
