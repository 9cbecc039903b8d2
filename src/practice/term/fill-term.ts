import { setTimeout as wait } from 'node:timers/promises'
import type { Vault } from '#src/core/crypto.ts'
import type { Database, Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { requireDemoDatabase } from '../demo-database.ts'
import { DEMO_SECRET } from '../seed.ts'
import { insertRows, takeIds } from '../store/insert-rows.ts'
import {
  addConsumer,
  addDeadJob,
  addDeployment,
  analyze,
  countSchools,
  deleteTotals,
  listTermProducts,
  saveColleagues,
} from '../store/term.ts'
import { NUMBERED_TABLES, type NumberedTable, TERM_TABLES } from '../store/term-tables.ts'
import { consumerKey } from './launches.ts'
import { makeSchool } from './make-school.ts'
import type { TermPlace } from './maker.ts'
import { instantsOf, numberByTime } from './number-rows.ts'
import { planTerm, type SchoolPlan, type TermSize } from './plan.ts'
import { customerSince } from './school-history.ts'
import type { TermSchool } from './schools.ts'

const COLLEAGUES = [
  { email: 'maya.torres@signbook.example', firstName: 'Maya', lastName: 'Torres', role: 'manager' },
  { email: 'devon.clark@signbook.example', firstName: 'Devon', lastName: 'Clark', role: 'support' },
  { email: 'ruth.abebe@signbook.example', firstName: 'Ruth', lastName: 'Abebe', role: 'support' },
  { email: 'linh.tran@signbook.example', firstName: 'Linh', lastName: 'Tran', role: 'support' },
  { email: 'jonas.weber@signbook.example', firstName: 'Jonas', lastName: 'Weber', role: 'viewer' },
] as const

const TABLES = keysOf(TERM_TABLES)

const PAUSE_MS = 50
/** Schools whose rows are numbered together, by time: all of a term, and a part of a very large one. */
const NUMBERED_TOGETHER = 40

interface Filling {
  db: Database
  vault: Vault
  size: TermSize
  now: Date
  /** Counts the days for the figures of staff. */
  countDays(): Promise<void>
  /** Called after each school. */
  onSchool?: (done: number, all: number) => void
}

/**
 * Fills a database that demo mode made with a term of practice data, one school a transaction. Existing schools stay as
 * they are, so an interrupted run can be repeated, and two concurrent runs add each school once. Returns how many
 * schools it added. Throws OperatorError for any other database.
 */
export const fillTerm = async ({ db, vault, size, now, countDays, onSchool }: Filling): Promise<number> => {
  await requireDemoDatabase(db)
  const products = await listTermProducts(db)
  const colleagues = await saveColleagues(db, [...COLLEAGUES])
  const common = {
    now,
    products: products.filter(p => /^ASL[123]$/.test(p.productCode)),
    freeProduct: products.find(p => p.isFree)!,
    colleagues,
  }
  const plans = planTerm(size)
  let added = 0
  let done = 0
  for (let from = 0; from < plans.length; from += NUMBERED_TOGETHER) {
    const group = plans.slice(from, from + NUMBERED_TOGETHER)
    const missing: SchoolPlan[] = []
    for (const plan of group) if ((await countExisting(db, [plan.school])) === 0) missing.push(plan)
    done += group.length - missing.length
    const numbered = await numberSchools(db, missing, common)
    for (const [i, plan] of missing.entries()) {
      const filling = { plan, common, ids: numbered[i]!, sealedSecret: vault.seal(DEMO_SECRET) }
      if (await inTransaction(db, tx => fillSchool(tx, filling))) added++
      onSchool?.(++done, plans.length)
      // The embedded database has one connection. Those who wait for it come first.
      await wait(PAUSE_MS)
    }
  }
  if (added > 0) {
    await analyze(db)
    await deleteTotals(db)
    await countDays()
  }
  return added
}

/** Counts the schools of a term that exist already. */
export const countTermSchools = (db: Database, size: TermSize): Promise<number> =>
  countExisting(
    db,
    planTerm(size).map(p => p.school),
  )

const countExisting = (db: Database, schools: TermSchool[]): Promise<number> => {
  const of = (version: TermSchool['version']) => schools.filter(s => s.version === version)
  return countSchools(db, of('1.1').map(consumerKey), of('1.3').map(deploymentOf))
}

type Common = Pick<TermPlace, 'now' | 'products' | 'freeProduct' | 'colleagues'>
type Ids = Map<NumberedTable, number[]>

/** Owner of a school that is made only to see how many rows it has, and of when. */
const NOBODY = { schoolId: 0, platformId: 0, platform: null }

/** Reserves the ids of schools that are not there yet: a newer row has a larger id, whatever its school. */
const numberSchools = async (db: Database, plans: SchoolPlan[], common: Common): Promise<Ids[]> => {
  const instants = new Map(NUMBERED_TABLES.map(table => [table, [] as number[][]]))
  for (const plan of plans) {
    let counter = 0
    const { rows } = makeSchool({ ...common, ...NOBODY, plan, nextId: () => ++counter })
    for (const table of NUMBERED_TABLES) instants.get(table)!.push(instantsOf(table, rows[table]))
    await wait(PAUSE_MS)
  }
  const ids: Ids[] = plans.map(() => new Map())
  for (const [table, ofSchools] of instants) {
    const taken = await takeIds(db, TERM_TABLES[table], ofSchools.flat().length)
    for (const [school, own] of numberByTime(ofSchools, taken).entries()) ids[school]!.set(table, own)
  }
  return ids
}

interface School {
  plan: SchoolPlan
  common: Common
  /** The ids of its rows, in the order in which they are made. */
  ids: Ids
  sealedSecret: string
}

/** Returns false if the school exists. */
const fillSchool = async (tx: Tx, { plan, common, ids, sealedSecret }: School): Promise<boolean> => {
  const owner = await addSchool(tx, {
    school: plan.school,
    sealedSecret,
    createdAt: customerSince(plan.school, common.now),
  })
  if (!owner) return false
  const left = new Map([...ids].map(([table, own]) => [table, own.toReversed()]))
  const { rows, deadJobs } = makeSchool({ ...common, ...owner, plan, nextId: table => left.get(table)!.pop()! })
  for (const table of TABLES) await insertRows(tx, TERM_TABLES[table], rows[table])
  for (const job of deadJobs) await addDeadJob(tx, job)
  return true
}

type Owner = Pick<TermPlace, 'schoolId' | 'platformId' | 'platform'>

interface NewSchool {
  school: TermSchool
  sealedSecret: string
  createdAt: Date
}

const addSchool = async (tx: Tx, { school, sealedSecret, createdAt }: NewSchool): Promise<Owner | null> => {
  const { name, acceptsPayment, acceptsAccessCode, isK12, passesGrades, yearlyAccess, isHosted } = school
  const switches = { name, acceptsPayment, acceptsAccessCode, isK12, passesGrades, yearlyAccess, createdAt }
  if (school.version === '1.1') {
    const id = await addConsumer(tx, { ...switches, key: consumerKey(school), sealedSecret, isHosted })
    return id === null ? null : { schoolId: id, platformId: null, platform: null }
  }
  const platform = platformOf(school)
  const deploymentId = deploymentOf(school)
  const made = await addDeployment(tx, platform, { ...switches, deploymentId, status: 'approved' })
  const { issuer, clientId } = platform
  return made && { schoolId: made.id, platformId: made.platformId, platform: { issuer, clientId, deploymentId } }
}

const deploymentOf = ({ index, slug }: TermSchool): string => `${index + 1}:${slug}`

/** Canvas and Blackboard have one issuer for many schools. No server answers under .example. */
const platformOf = ({ lms, slug }: TermSchool) => {
  const isShared = lms === 'canvas' || lms === 'blackboard'
  const domain = isShared ? `${lms}.cloud.example` : `${lms}.${slug}.example`
  const issuer = `https://${domain}`
  return {
    issuer,
    domain,
    clientId: isShared ? '10000000000042' : `signbook-${slug}`,
    preset: lms,
    authorizationRedirect: `${issuer}/authorize`,
    publicKeysUrl: `${issuer}/keys`,
    grantUrl: `${issuer}/token`,
  }
}
