import { setTimeout as wait } from 'node:timers/promises'
import { signedLaunch } from '../signed-launch.ts'

interface Launches {
  sent: number
  /** Answers other than 303, and launches without an answer within the time limit. */
  failed: Failure[]
  slowestMs: number
  stop(): Promise<void>
}

interface Failure {
  /** The status, or the error of the connection. */
  what: string
  /** Times by `performance.now()`. */
  sentAt: number
  endedAt: number
}

const ANSWER_WITHIN_MS = 20_000

/** Sends launches at a steady rate, whether or not earlier ones are answered. Every tenth is of a new person. */
export const startLaunches = (base: string, perSecond: number, people: number): Launches => {
  const launches: Launches = { sent: 0, failed: [], slowestMs: 0, stop: async () => {} }
  const running = new Set<Promise<void>>()
  const launch = async (n: number): Promise<void> => {
    const known = (n * 7919) % people
    const user = n % 10 === 0 ? `new-${n}` : `user-${known}`
    const began = performance.now()
    const what = await fetch(`${base}/lti/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: signedLaunch(base, `course-${known % 1000}`, user),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).then(
      async answer => {
        await answer.arrayBuffer()
        return String(answer.status)
      },
      error => String(error.cause?.code ?? error.name),
    )
    const endedAt = performance.now()
    launches.slowestMs = Math.max(launches.slowestMs, endedAt - began)
    if (what !== '303') launches.failed.push({ what, sentAt: began, endedAt })
  }
  const began = performance.now()
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) * perSecond) / 1000; launches.sent < due; ) {
      const one = launch(launches.sent++).finally(() => running.delete(one))
      running.add(one)
    }
  }, 10)
  launches.stop = async () => {
    clearInterval(timer)
    while (running.size > 0) await wait(50)
  }
  return launches
}
