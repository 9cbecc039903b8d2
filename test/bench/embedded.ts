import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mintReference, mintToken } from '#src/core/crypto.ts'
import { type Database, openDatabase } from '#src/core/db/db.ts'
import type { Launch } from '#src/lti/rules/launch.ts'
import { readCourse } from '#src/lti/rules/launch-course.ts'
import { claimLaunchRows } from '#src/lti/store/receive-launch.ts'
import { consumers, schools } from '#src/schools/store/schema.ts'
import { CORES, stayOn } from './child.ts'
import { median, type Size } from './load.ts'

const AT_ONCE = 16

const launchOf = (ltiUserId: string): Launch => ({
  app: 'pay',
  unit: null,
  role: 'learner',
  isTestUser: false,
  person: {
    ltiUserId,
    email: `${ltiUserId}@school.example`,
    name: 'Ana',
    givenName: null,
    familyName: null,
    language: null,
  },
  course: readCourse(
    {
      contextId: 'bench',
      title: 'Bench',
      label: undefined,
      returnUrl: undefined,
      family: undefined,
      issuer: undefined,
      custom: () => undefined,
      isCustomEmpty: () => false,
    },
    'UTC',
  ),
  outcome: null,
  services: null,
  resourceLink: '',
  deepLink: null,
  moved: null,
})

/** Launch statements per second, 16 in parallel. */
const statements = async (db: Database, consumerId: number, round: string, amount: number): Promise<number> => {
  let next = 0
  const nonceExpiresAt = new Date(Date.now() + 60_000)
  const worker = async () => {
    for (let i = next++; i < amount; i = next++) {
      const born = { joinToken: mintToken('c'), token: mintToken('e'), sessionId: mintReference() }
      const claim = {
        version: '1.1',
        consumerId,
        nonce: `${round}-${i}`,
        nonceExpiresAt,
        seenOrigin: null,
        isRegistered: false,
      } as const
      if (!(await claimLaunchRows(db, launchOf(`u${i % 200}`), claim, born, null)))
        throw new Error('a launch was refused')
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (amount / (performance.now() - began)) * 1000
}

const consumer = async (db: Database): Promise<number> => {
  const [school] = await db.orm.insert(schools).values({ name: 'Bench, embedded' }).returning()
  const values = { schoolId: school!.id, key: 'bench_embedded', sealedSecret: 'none' }
  const [row] = await db.orm.insert(consumers).values(values).returning({ id: consumers.id })
  return row!.id
}

/** Compares the embedded database with PostgreSQL by the launch statement. */
export const embeddedRatio = async (
  databaseUrl: string,
  template: string,
  { rounds, amount }: Size,
): Promise<number> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signbook-bench-'))
  const real = await openDatabase({ databaseUrl, dataDir: '' })
  const embedded = await openDatabase({ dataDir, template })
  // The embedded database runs in this process; PostgreSQL keeps its core.
  stayOn(CORES.measured)
  try {
    const [at, there] = [await consumer(embedded), await consumer(real)]
    const ratios: number[] = []
    for (let round = -1; round < rounds; round++) {
      const ours = await statements(embedded, at, `r${round}`, amount)
      const theirs = await statements(real, there, `r${round}`, amount)
      if (round >= 0) ratios.push(ours / theirs)
    }
    return median(ratios)
  } finally {
    stayOn(CORES.others)
    await embedded.close()
    await real.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
