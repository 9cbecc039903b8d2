import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'

const MOST_WORKERS = 4
const PATIENCE_MS = 60_000

/** Does a challenge's work beside the page and answers what ALTCHA's own widget would send. A chunk of its own. */
export const solveAltcha = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 2),
    // Not a module: iPads before iOS 15 have none in workers.
    createWorker: () => new Worker(new URL('./altcha.worker.ts', import.meta.url)),
    timeout: PATIENCE_MS,
  })
  if (!solution) throw new Error('the challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
