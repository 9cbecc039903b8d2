import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'

const MAX_WORKERS = 4
const TIMEOUT_MS = 60_000

/** Solves a challenge in web workers and returns what ALTCHA's widget would send. Loaded as a separate chunk. */
export const solveAltcha = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2),
    // A classic worker: iPads before iOS 15 have no module workers.
    createWorker: () => new Worker(new URL('./altcha.worker.ts', import.meta.url)),
    timeout: TIMEOUT_MS,
  })
  if (!solution) throw new Error('the challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
