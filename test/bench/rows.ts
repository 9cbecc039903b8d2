import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { dictionaryRows } from './dictionary.ts'
import { embeddedRatio } from './embedded.ts'
import { importRows } from './import.ts'
import { interleave, median, type Request, ratio, type Size } from './load.ts'
import { signedLaunch } from './signed-launch.ts'

export interface Bench {
  product: Child
  reference: Child
  /** Address of the payment page that both serve. */
  page: string
  /** Starts another process of the product and waits for its first page. */
  startProduct(): Promise<Child>
  databaseUrl: string
  /** A folder with the embedded database, to copy. */
  template: string
  size: Size
}

export interface Row {
  what: string
  against: string
  /** The highest or lowest allowed figure. Null: the figure is only reported. */
  bar: { most: number } | { least: number } | null
  measure(bench: Bench): Promise<number>
}

export const holds = (bar: Row['bar'], figure: number): boolean =>
  bar === null || ('most' in bar ? figure <= bar.most : figure >= bar.least)

const STUDENTS = 200

/** Launches of returning students, signed now; each works once. */
const launches =
  (base: string, courses: number) =>
  (amount: number): Request[] =>
    Array.from({ length: amount }, (_, i) => {
      const body = signedLaunch(base, `bench-${courses}-${i % courses}`, `student-${i % STUDENTS}`)
      return { method: 'POST', path: '/lti/launch', body }
    })

const gets = (path: string) => (): Request[] => [{ method: 'GET', path }]

/** Ratio of the times from process start to first page. */
const firstPageRatio = async ({ startProduct, size }: Bench): Promise<number> => {
  const ratios: number[] = []
  for (let round = -1; round < size.rounds; round++) {
    const product = await startProduct()
    await product.stop()
    const raw = await startChild([join(import.meta.dirname, 'raw-http.mjs')], {}, '/')
    await raw.stop()
    if (round >= 0) ratios.push(product.startedAfter / raw.startedAfter)
  }
  return median(ratios)
}

export const rows: Row[] = [
  {
    what: 'payment page',
    against: 'Fastify, the same query, fixed bytes',
    bar: { most: 2.2 },
    async measure({ product, reference, page, size }) {
      const sides = [
        { child: product, requests: gets(page), status: 200 },
        { child: reference, requests: gets('/fixed'), status: 200 },
      ]
      return ratio(await interleave(sides, size), 'cpu')
    },
  },
  {
    what: 'launch by LTI 1.1',
    against: 'parsing the form and drawing a page',
    bar: { most: 2.2 },
    async measure({ product, reference, size }) {
      const signed = launches(product.base, 1)
      const parsed = (amount: number) => signed(amount).map(request => ({ ...request, path: '/parse-and-render' }))
      const sides = [
        { child: product, requests: signed, status: 303 },
        { child: reference, requests: parsed, status: 200 },
      ]
      return ratio(await interleave(sides, size), 'cpu')
    },
  },
  {
    what: 'launches into one course, a second',
    against: 'into 100 courses',
    bar: { least: 0.9 },
    async measure({ product, size }) {
      const sides = [1, 100].map(n => ({ child: product, requests: launches(product.base, n), status: 303 }))
      return ratio(await interleave(sides, size), 'perSecond')
    },
  },
  {
    what: 'first page after a start',
    against: 'node:http alone',
    bar: null,
    measure: firstPageRatio,
  },
  {
    what: 'embedded database, launch statements a second',
    against: 'PostgreSQL',
    bar: { least: 0.5 },
    measure: ({ databaseUrl, template, size }) => embeddedRatio(databaseUrl, template, size),
  },
  ...importRows,
  ...dictionaryRows,
]
