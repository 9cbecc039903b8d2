import { interleave, type Request, run, type Size } from '../load.ts'
import { postgresCpu } from '../postgres-cpu.ts'
import { compared, type Row, type Scene, WARM_UP } from './compared.ts'
import { type Peer, peerNames } from './servers.ts'

const goals: Record<Peer, string> = {
  'Next 16, app router': '≥ 9',
  'React Router 7, its serve': '≥ 3.7',
  '@fastify/react': '≥ 2',
  'Express 5 and EJS': '≥ 0.75',
}

/** CPU of Node and of PostgreSQL for a page. */
export const pageRows = async ({ client, product, peers, page, isQuick }: Scene): Promise<Row[]> => {
  const size: Size = isQuick ? { rounds: 2 + WARM_UP, amount: 100 } : { rounds: 9 + WARM_UP, amount: 600 }
  const requests = (amount: number): Request[] => Array.from({ length: amount }, () => ({ method: 'GET', path: page }))
  const sides = [product, ...peerNames.map(name => peers[name])].map(child => ({ child, requests, status: 200 }))
  // V8 needs thousands of pages until it has optimized the product; the peers get as many.
  for (const side of sides) await run(side, isQuick ? 1500 : 4000)
  const rounds = await interleave(sides, size, () => postgresCpu(client))
  const plain = 1 + peerNames.indexOf('Express 5 and EJS')
  return [
    ...peerNames.map((name, i) =>
      compared(
        rounds.map(round => [round[i + 1]!.cpu, round[0]!.cpu]),
        `CPU of a payment page, ${name} ÷ product`,
        goals[name],
        'ms',
        1000,
      ),
    ),
    compared(
      rounds.map(round => [round[0]!.postgres, round[plain]!.postgres]),
      "PostgreSQL's CPU for a page, product ÷ Express with its one query",
      '≤ 1.5',
      'ms',
      1000,
    ),
  ]
}
