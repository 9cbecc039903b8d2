import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { dictionaryRows } from './dictionary.ts'
import { embeddedRatio } from './embedded.ts'
import { importRows } from './import.ts'
import { inTurn, interleave, median, type Request, ratio, type Size } from './load.ts'
import { signedLaunches } from './signed-launch.ts'

export interface Bench {
  product: Child
  reference: Child
  /** Address of the payment page that both serve. */
  page: string
  /** Starts another process of the product and waits for its first page. */
  startProduct(): Promise<Child>
  /** The same on an embedded database that exists. */
  startEmbedded(): Promise<Child>
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

const gets = (path: string) => (): Request[] => [{ method: 'GET', path }]

/** Ratio of the times from process start to first page. */
const firstPageRatio = async (
  start: () => Promise<Child>,
  against: () => Promise<Child>,
  { rounds }: Size,
): Promise<number> => {
  const once = (begin: () => Promise<Child>) => async () => {
    const child = await begin()
    await child.stop()
    return child.startedAfter
  }
  const times = await inTurn([once(start), once(against)], rounds)
  return median(times.map(([first, second]) => first! / second!))
}

const startRaw = () => startChild([join(import.meta.dirname, 'raw-http.mjs')], {}, '/')

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
      const signed = signedLaunches(product.base, 1)
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
      const sides = [1, 100].map(n => ({ child: product, requests: signedLaunches(product.base, n), status: 303 }))
      return ratio(await interleave(sides, size), 'perSecond')
    },
  },
  {
    what: 'first page after a start',
    against: 'node:http alone',
    bar: null,
    measure: ({ startProduct, size }) => firstPageRatio(startProduct, startRaw, size),
  },
  {
    what: 'first page after a start, embedded database that exists',
    against: 'PostgreSQL',
    bar: null,
    measure: ({ startEmbedded, startProduct, size }) => firstPageRatio(startEmbedded, startProduct, size),
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
