import { setTimeout as wait } from 'node:timers/promises'
import type { Vault } from '#src/core/crypto.ts'
import type { Database, Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { launchDiary } from '#src/lti/store/schema/launches.ts'
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
import { NUMBERED_TABLES, TERM_TABLES, type TermTable } from '../store/term-tables.ts'
import { consumerKey, makeLaunches } from './launches.ts'
import { makeSchool } from './make-school.ts'
import type { TermPlace } from './maker.ts'
import { planTerm, type SchoolPlan, type TermSize } from './plan.ts'
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
  for (const [i, plan] of plans.entries()) {
    if (await inTransaction(db, tx => fillSchool(tx, { plan, common, sealedSecret: vault.seal(DEMO_SECRET) }))) added++
    onSchool?.(i + 1, plans.length)
    // The embedded database has one connection. Those who wait for it come first.
    await wait(PAUSE_MS)
  }
  if (added > 0) {
    await analyze(db)
    await deleteTotals(db)
    await countDays()
  }
  return added
}

/** Counts the schools of a term that exist already. */
export const countTermSchools = (db: Database, size: TermSize): Promise<number> => {
  const schools = planTerm(size).map(p => p.school)
  const of = (version: TermSchool['version']) => schools.filter(s => s.version === version)
  return countSchools(db, of('1.1').map(consumerKey), of('1.3').map(deploymentOf))
}

interface School {
  plan: SchoolPlan
  common: Pick<TermPlace, 'now' | 'products' | 'freeProduct' | 'colleagues'>
  sealedSecret: string
}

/** Returns false if the school exists. */
const fillSchool = async (tx: Tx, { plan, common, sealedSecret }: School): Promise<boolean> => {
  const owner = await addSchool(tx, plan.school, sealedSecret)
  if (!owner) return false
  const place = { ...common, ...owner, plan }
  // Made twice: once to count the ids that are needed, and once with them.
  let counter = 0
  const counted = makeSchool({ ...place, nextId: () => ++counter })
  const ids = new Map<TermTable, number[]>()
  for (const table of NUMBERED_TABLES)
    ids.set(table, (await takeIds(tx, TERM_TABLES[table], counted.rows[table].length)).toReversed())
  const { rows, deadJobs, visitors } = makeSchool({ ...place, nextId: table => ids.get(table)!.pop()! })
  for (const table of TABLES) await insertRows(tx, TERM_TABLES[table], rows[table])
  await insertRows(
    tx,
    launchDiary,
    makeLaunches({ school: plan.school, now: common.now, platform: owner.platform, visitors }),
  )
  for (const job of deadJobs) await addDeadJob(tx, job)
  return true
}

type Owner = Pick<TermPlace, 'schoolId' | 'platformId' | 'platform'>

const addSchool = async (tx: Tx, school: TermSchool, sealedSecret: string): Promise<Owner | null> => {
  const { name, acceptsPayment, acceptsAccessCode, isK12, passesGrades, yearlyAccess, isHosted } = school
  const switches = { name, acceptsPayment, acceptsAccessCode, isK12, passesGrades, yearlyAccess }
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
