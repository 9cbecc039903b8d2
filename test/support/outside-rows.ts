import type { TestApp } from './app.ts'
import type { Fault } from './misbehaving.ts'
import { makeCode, redeem } from './school.ts'

/** Every outside service at once is down, slow, throttling, out of order, or answers something else. */
export interface OutsideWorld {
  app: TestApp
  /** Address of all services. */
  base: string
  asked(): number
}

/** Part of the data of a job, which identifies it. */
interface Subject {
  targetId?: number
}

/** One service and what a person does with it. */
export interface OutsideRow {
  service: string
  /** Does what a person does. Returns the text that they see, and whom the job is for if several rows have such a job. */
  run(world: OutsideWorld): Promise<string | { text: string; subject: Subject }>
  sees: string | RegExp
  /** The background job that staff see, with its problem; null for an answer that counts as success. */
  job?: { name: string; problem: Record<Fault, RegExp | null> }
  /** Returns true once the call has counted as success. */
  taken?(world: OutsideWorld, subject: Subject): Promise<boolean>
  /** Text of the log; null for a service that the server does not call. */
  log: RegExp | null
}

export const HTTP_PROBLEMS = {
  down: /^No complete answer from/,
  slow: /^No complete answer from .*: no answer within 9 seconds$/,
}
export const IN = 'PROCESSED'
export const JOB_LOG = /job failed, will be retried/

/** Redeems a code for a student. Returns the answer's status. */
export const enter = async (app: TestApp, token: string): Promise<string> =>
  (await redeem(app, token, await makeCode(app, 'A'))).status ?? ''
