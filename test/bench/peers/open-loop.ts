import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'

/** Asks for a page at a fixed rate, and returns the 99th percentile of the milliseconds since each was due. */
export const p99 = async (base: string, path: string, perSecond: number, seconds: number): Promise<number> => {
  const pool = new Pool(base, { connections: 16 })
  const began = performance.now()
  const ask = async (due: number): Promise<number> => {
    await wait(due - performance.now())
    const { statusCode, body } = await pool.request({ path, method: 'GET' })
    await body.text()
    if (statusCode !== 200) throw new Error(`${base}${path}: ${statusCode}`)
    return performance.now() - due
  }
  const dues = Array.from({ length: perSecond * seconds }, (_, i) => began + (i * 1000) / perSecond)
  const times = await Promise.all(dues.map(ask)).finally(() => pool.close())
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!
}
