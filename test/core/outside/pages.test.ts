import t from 'tap'
import { Incomplete, itemsOf, type Listed, nextPageUrl, readPages } from '#src/core/outside/pages.ts'

const FIRST = 'https://lms.example/list?page=1'
const at = (page: number) => `https://lms.example/list?page=${page}`

/** Pages by address: their items, and what their link to the next page says. */
type Site = Record<string, [items: string[], next: string | null]>

const read = async (site: Site, most: object = {}, first = FIRST) => {
  const asked: string[] = []
  const list = await readPages({
    first,
    async read(page) {
      asked.push(page)
      const [items, next] = site[page] ?? [[], 'this page was not to be asked']
      return { items, next }
    },
    idOf: item => (item === '?' ? null : item),
    most: { pages: 5, items: 100, milliseconds: 60_000, ...most },
  })
  return { list, asked }
}

t.test('reads a list to its end, or says that it is not complete', async t => {
  const whole = (items: string[]): Listed<string> => ({ items, complete: true })
  const endless = Object.fromEntries([1, 2, 3, 4, 5, 6].map(n => [at(n), [[`i${n}`], at(n + 1)]])) as Site
  const cases: [name: string, site: Site, most: object, list: Listed<string>][] = [
    ['one page', { [FIRST]: [['a', 'b'], null] }, {}, whole(['a', 'b'])],
    ['an empty page is no end', { [FIRST]: [[], at(2)], [at(2)]: [['a'], null] }, {}, whole(['a'])],
    ['a relative link', { [FIRST]: [['a'], '?page=2'], [at(2)]: [['b'], null] }, {}, whole(['a', 'b'])],
    [
      'a link on http',
      { [FIRST]: [['a'], at(2).replace('https', 'http')], [at(2)]: [['b'], null] },
      {},
      whole(['a', 'b']),
    ],
    ['an item on two pages', { [FIRST]: [['a'], at(2)], [at(2)]: [['a', 'b'], null] }, {}, whole(['a', 'b'])],
    ['items without ids', { [FIRST]: [['?', '?'], at(2)], [at(2)]: [['?'], null] }, {}, whole(['?', '?', '?'])],
    ['a link to itself', { [FIRST]: [['a'], FIRST] }, {}, { items: ['a'], complete: false, reason: 'repeats' }],
    [
      'a page back',
      { [FIRST]: [['a'], at(2)], [at(2)]: [['b'], FIRST] },
      {},
      { items: ['a', 'b'], complete: false, reason: 'repeats' },
    ],
    [
      'the first page again under other addresses',
      { [FIRST]: [['a'], at(2)], [at(2)]: [['a'], at(3)] },
      {},
      { items: ['a'], complete: false, reason: 'repeats' },
    ],
    [
      'another origin',
      { [FIRST]: [['a'], 'https://evil.example/list'] },
      {},
      { items: ['a'], complete: false, reason: 'origin' },
    ],
    [
      'another port',
      { [FIRST]: [['a'], 'https://lms.example:8443/list'] },
      {},
      { items: ['a'], complete: false, reason: 'origin' },
    ],
    ['no address', { [FIRST]: [['a'], 'https://'] }, {}, { items: ['a'], complete: false, reason: 'origin' }],
    ['too many pages', endless, { pages: 2 }, { items: ['i1', 'i2'], complete: false, reason: 'pages' }],
    ['too many items', endless, { items: 2 }, { items: ['i1', 'i2'], complete: false, reason: 'items' }],
    ['as many items as may be', { [FIRST]: [['a', 'b'], null] }, { items: 2 }, whole(['a', 'b'])],
    ['no time', endless, { milliseconds: -1 }, { items: [], complete: false, reason: 'slow' }],
  ]
  for (const [name, site, most, list] of cases) t.strictSame((await read(site, most)).list, list, name)
  t.strictSame((await read({ [FIRST]: [['a'], 'https://evil.example/'] })).asked, [FIRST], 'the token stays here')
})

t.test('follows cursors, and stops at one that does not move', async t => {
  const site: Site = { '': [['a'], 'a'], a: [['b'], 'b'], b: [[], 'b'] }
  const { list, asked } = await read(site, {}, '')
  t.strictSame(list, { items: ['a', 'b'], complete: false, reason: 'repeats' })
  t.strictSame(asked, ['', 'a', 'b'])
})

t.test('an error of a page is no end of the list', async t => {
  const failing = {
    first: FIRST,
    read: async (page: string) => {
      if (page !== FIRST) throw new Error('HTTP 500')
      return { items: ['a'], next: at(2) }
    },
    idOf: () => null,
    most: { pages: 5, items: 5, milliseconds: 60_000 },
  }
  await t.rejects(readPages(failing), /^Error: HTTP 500$|HTTP 500/)
  await t.rejects(
    (async () => {
      for await (const item of itemsOf({ ...failing, read: async () => ({ items: ['a'], next: FIRST }) }))
        t.equal(item, 'a')
    })(),
    { constructor: Incomplete, message: 'the list is not complete: its pages repeat' },
  )
})

t.test('finds the next page in a Link header', async t => {
  const cases: [link: string | undefined, next: string | null][] = [
    [undefined, null],
    ['<https://c/a?page=1>; rel="current",<https://c/a?page=2>; rel="next"', 'https://c/a?page=2'],
    ['<https://c/a,b?x=1>; rel="next"', 'https://c/a,b?x=1'],
    ['<https://c/a?page=2>;rel=next', 'https://c/a?page=2'],
    ['<https://c/a?page=2>; REL="NEXT"', 'https://c/a?page=2'],
    ['<https://c/a?page=1>; title="a, <b>"; rel = \'last next\'', 'https://c/a?page=1'],
    ['<https://c/a;rel=next>; rel="last"', null],
    ['<https://c/a>; rel="nextish"', null],
    ['<https://c/a?page=1>; rel="last"', null],
    ['<https://c/a?d=1>; rel="differences"', null],
  ]
  for (const [link, next] of cases) t.equal(nextPageUrl(link), next, link ?? 'none')
})
