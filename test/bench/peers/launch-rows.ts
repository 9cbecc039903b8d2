import { inTurn, interleave, type Request } from '../load.ts'
import { signedLaunch } from '../signed-launch.ts'
import { compared, type Row, type Scene, WARM_UP } from './compared.ts'
import { launchAndPage } from './launch-and-page.ts'
import { signedLaunches, type Tool } from './lms.ts'

/** CPU of a launch and its page beside ltijs, and of a launch by LTI 1.3 beside LTI 1.1. */
export const launchRows = async ({ launching, ltijs, lms, isQuick }: Scene): Promise<Row[]> => {
  const { rounds, amount } = isQuick ? { rounds: 2 + WARM_UP, amount: 50 } : { rounds: 9 + WARM_UP, amount: 150 }
  const tool: Tool = { base: launching.base, login: '/lti/login', launch: '/lti/launch' }
  const its: Tool = { base: ltijs.base, login: '/login', launch: '/' }
  const pairs = [
    async () => launchAndPage(ltijs, await signedLaunches(lms, its, amount)),
    async () => launchAndPage(launching, await signedLaunches(lms, tool, amount)),
  ]
  // Both sides warm up with as many launches.
  for (let i = 0; i < (isQuick ? 1 : 10); i++) for (const pair of pairs) await pair()
  const both = await inTurn(pairs, rounds)
  const by13 = (count: number) => signedLaunches(lms, tool, count)
  const by11 = (count: number): Request[] =>
    Array.from({ length: count }, (_, i) => {
      const body = signedLaunch(launching.base, 'demo-asl12', `student-${i % 50}`)
      return { method: 'POST', path: '/lti/launch', body }
    })
  const sides = [by13, by11].map(requests => ({ child: launching, requests, status: 303 }))
  const posts = await interleave(sides, { rounds, amount: amount * 2 })
  return [
    compared(
      both.map(([a, b]) => [a!, b!]),
      'CPU of an LTI 1.3 launch and its page, ltijs ÷ product',
      '≥ 4',
      'ms',
      1000,
    ),
    compared(
      posts.map(([a, b]) => [a!.cpu, b!.cpu]),
      'CPU of a launch (POST), LTI 1.3 ÷ LTI 1.1',
      '≤ 1.6',
      'ms',
      1000,
    ),
  ]
}
