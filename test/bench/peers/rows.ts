import type { Child } from '../child.ts'
import { inTurn } from '../load.ts'
import { compared, type Row, type Scene, WARM_UP } from './compared.ts'
import { launchRows } from './launch-rows.ts'
import { p99 } from './open-loop.ts'
import { pageRows } from './page-rows.ts'
import { scriptsOf } from './scripts.ts'
import { peerNames } from './servers.ts'

const latencyRow = async ({ product, peers, page, isQuick }: Scene): Promise<Row> => {
  const [rounds, seconds] = isQuick ? [1 + WARM_UP, 1] : [7 + WARM_UP, 5]
  const servers = [product, peers['React Router 7, its serve']]
  const times = await inTurn(
    servers.map(
      ({ base }) =>
        () =>
          p99(base, page, 100, seconds),
    ),
    rounds,
  )
  return compared(
    times.map(([a, b]) => [a!, b!]),
    'p99 at 100 pages a second, product ÷ React Router 7',
    '≤ 0.5',
    'ms',
  )
}

/** Measures everything in one run. */
export const measureRows = async (scene: Scene): Promise<Row[]> => [
  ...(await pageRows(scene)),
  ...(await launchRows(scene)),
  await latencyRow(scene),
]

/** The scripts of each page, in a table of their own, because they do not vary. */
export const scriptLines = async ({ product, peers, page }: Scene): Promise<string[]> => {
  const servers: [string, Child][] = [
    ['product', product],
    ...peerNames.map((name): [string, Child] => [name, peers[name]]),
  ]
  return Promise.all(
    servers.map(async ([name, { base }]) => {
      const { files, bytes } = await scriptsOf(base, page)
      const html = (await (await fetch(base + page)).text()).length
      return `| ${name} | ${(bytes / 1000).toFixed(1)} kB in ${files} files | ${(html / 1000).toFixed(1)} kB |`
    }),
  )
}
