import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import type { PracticeTerm } from '#views/demo/practice.ts'
import { countTermSchools, fillTerm } from './fill-term.ts'
import { termSize } from './plan.ts'

interface TermFillerDeps {
  db: Database
  vault: Vault
  clock: Clock
  log: Log
  countDays(): Promise<void>
}

/** Fills in a term of practice data while the server runs. One run at a time; a second start does nothing. */
export const makeTermFiller = ({ db, vault, clock, log, countDays }: TermFillerDeps): PracticeTerm => {
  const size = termSize()
  let isRunning = false
  return {
    size,
    async state() {
      return { isRunning, schools: await countTermSchools(db, size) }
    },
    start() {
      if (isRunning) return
      isRunning = true
      fillTerm({ db, vault, size, now: clock.now(), countDays })
        .catch(err => log.error({ err }, 'the practice term could not be filled in'))
        .finally(() => {
          isRunning = false
        })
    },
  }
}
