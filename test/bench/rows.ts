import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { formBody, signPairs } from '../support/sign.ts'
import { type Child, startChild } from './child.ts'
import { dictionaryRows } from './dictionary.ts'
import { embeddedRatio } from './embedded.ts'
import { importRows } from './import.ts'
import { interleave, median, type Request, ratio, type Size } from './load.ts'

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

const KEY = 'twa_demo'
const SECRET = 'demo-secret'
const STUDENTS = 200

/** Launches of returning students, signed now; each works once. */
const launches =
  (base: string, courses: number) =>
  (amount: number): Request[] => {
    const url = `${base}/lti/launch`
    return Array.from({ length: amount }, (_, i) => {
      const fields = {
        lti_message_type: 'basic-lti-launch-request',
        lti_version: 'LTI-1p0',
        oauth_consumer_key: KEY,
        resource_link_id: 'bench',
        context_id: `bench-${courses}-${i % courses}`,
        context_title: 'American Sign Language 1',
        user_id: `student-${i % STUDENTS}`,
        roles: 'Learner',
        lis_person_name_full: 'Ana Íñiguez',
        lis_person_contact_email_primary: `student-${i % STUDENTS}@school.example`,
        tool_consumer_info_product_family_code: 'canvas',
        launch_presentation_locale: 'en',
        launch_presentation_document_target: 'iframe',
      }
      const how = { secret: SECRET, timestamp: Math.floor(Date.now() / 1000), nonce: randomBytes(12).toString('hex') }
      return { method: 'POST', path: '/lti/launch', body: formBody(signPairs(url, Object.entries(fields), how)) }
    })
  }

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
