import { openDatabase } from '#src/core/db/db.ts'
import { signedInAt } from '../support/staff.ts'
import type { Child } from './child.ts'
import { median } from './load.ts'
import type { Bench, Row } from './rows.ts'

const ROWS = 20_000
const FEW = 1_000

/** Makes an import file in which every second code has an expiry date. */
const makeFile = (from: number, rows: number): string => {
  const lines = Array.from({ length: rows }, (_, at) => from + at).map(
    i => `BENCH-${i}-Q2XN,ASL1,1,${i % 2 ? '06/30/2099' : ''}`,
  )
  return ['coupon_code,product_code,max_usage,expires_at', ...lines].join('\r\n')
}

/** A staff session that uploads, and direct access to the table. */
const openDesk = async ({ databaseUrl }: Bench) => {
  const db = await openDatabase({ databaseUrl, dataDir: '' })
  const cookie = await signedInAt(db)
  const one = async (sql: string) => (await db.client.query(sql)).rows[0]
  const { path } = await one(`select current_setting('data_directory') || '/bench-codes.csv' as path`)
  const columns = 'coupon_code, code_key, product_id, max_usage, expires_at'
  return {
    close: () => db.close(),
    async upload({ base }: Child, file: string): Promise<void> {
      const body = new FormData()
      body.append('csvfile', new Blob([file], { type: 'text/csv' }), 'codes.csv')
      const headers = { cookie: `${cookie.name}=${cookie.value}`, origin: base }
      const answer = await fetch(`${base}/twa/import_coupons`, { method: 'POST', headers, body })
      const told = await answer.text()
      if (!told.endsWith('"failed_coupons":[]}')) throw new Error(`import: ${answer.status} ${told.slice(0, 200)}`)
    },
    async forget(): Promise<void> {
      await db.client.query(`delete from coupons where coupon_code like 'BENCH-%'`)
      await db.client.query('vacuum analyze coupons')
    },
    /** Saves the imported codes to a file beside the database; `copy` loads it back with COPY. */
    keep: () =>
      db.client.query(`copy (select ${columns} from coupons where coupon_code like 'BENCH-%') to '${path}' csv`),
    copy: () => db.client.query(`copy coupons (${columns}) from '${path}' csv`),
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export const importRows: Row[] = [
  {
    what: 'import of 20,000 codes, upload to answer',
    against: 'COPY of the same rows into the same table',
    bar: { most: 4 },
    async measure(bench) {
      const desk = await openDesk(bench)
      const file = makeFile(0, ROWS)
      const ratios: number[] = []
      for (let round = -1; round < bench.size.rounds; round++) {
        await desk.forget()
        const ours = await timed(() => desk.upload(bench.product, file))
        await desk.keep()
        await desk.forget()
        const bare = await timed(desk.copy)
        if (round >= 0) ratios.push(ours / bare)
      }
      await desk.forget()
      await desk.close()
      return median(ratios)
    },
  },
  {
    what: 'most memory while 20,000 codes come in as one file',
    against: 'as 20 files, one after the other',
    bar: { most: 1.1 },
    async measure(bench) {
      const desk = await openDesk(bench)
      const peakOf = async (files: string[]): Promise<number> => {
        const product = await bench.startProduct()
        await desk.forget()
        for (const file of files) await desk.upload(product, file)
        const peak = await product.peak()
        await product.stop()
        return peak
      }
      const one = makeFile(0, ROWS)
      const many = Array.from({ length: ROWS / FEW }, (_, i) => makeFile(i * FEW, FEW))
      const ratios: number[] = []
      for (let round = 0; round < bench.size.rounds; round++) ratios.push((await peakOf([one])) / (await peakOf(many)))
      await desk.forget()
      await desk.close()
      return median(ratios)
    },
  },
]
