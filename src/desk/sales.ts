import type { Needs } from '#src/context.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { entriesOf, type SalesEntry, type SchoolSales, termsOfSales } from './rules/sales.ts'
import { listPaidCheckouts, listSchoolSales } from './store/sales.ts'

/** Lists what each school bought and used, in a term and in the same term a year before. Managers only. */
export const reportSchools = async (
  { db, clock }: Needs<'clock' | 'db'>,
  key: string | undefined,
  by: Staff,
): Promise<{ terms: ReturnType<typeof termsOfSales>; schools: SchoolSales[] }> => {
  demand(by, 'manage')
  const terms = termsOfSales(clock.now(), key)
  const { term, before } = terms
  return { terms, schools: await listSchoolSales(db, term.from, term.to, before.from, before.to) }
}

/** Lists payments, refunds and disputes from the beginning of the earlier term to the end of the later one. Managers only. */
export const reportRevenue = async (
  { db, clock, live }: Needs<'clock' | 'db' | 'live'>,
  key: string | undefined,
  by: Staff,
): Promise<SalesEntry[]> => {
  demand(by, 'manage')
  const { term, before } = termsOfSales(clock.now(), key)
  const entries = (await listPaidCheckouts(db, before.from, term.to, live)).flatMap(entriesOf)
  return entries.filter(({ at }) => at >= before.from && at < term.to)
}
