import type { FastifyInstance } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import { demoOutbox } from '#views/demo/outbox/screen.tsx'
import { demoPlatform } from '#views/demo/platform/screen.tsx'
import { demoPlayer } from '#views/demo/player/screen.tsx'
import { practiceLms } from '#views/demo/screen.tsx'
import { uiGallery } from '#views/demo/ui/screen.tsx'
import type { Screen } from '#views/screen.ts'
import { readOutbox } from './outbox.ts'
import { makePractice, type PracticeServices } from './practice-lms.ts'
import { makeTermFiller } from './term/term-filler.ts'
import { countDays } from "#src/reports/count-days.ts";
import type { Reports } from "#src/reports/index.ts";

interface DemoDeps {
  db: Database
  vault: Vault
  log: Log
  clock: Clock
  reports: Pick<Reports, 'countDays'>
  publicUrl: string
  /** Folder of the messages. */
  outbox: string
  services: PracticeServices | null
}

/** Creates the pages of demo mode. Production never imports this folder. */
export const makeDemoScreens = (
  server: FastifyInstance,
  { db, vault, log, clock, reports, publicUrl, outbox, services }: DemoDeps,
): Screen[] => {
  const practice = makePractice({
    clock,
    publicUrl,
    services,
    term: makeTermFiller({ db, vault, clock, log, countDays: (...given: Rest<typeof countDays>) => countDays(app, ...given) }),
    async post(url, fields) {
      const payload = new URLSearchParams(fields).toString()
      await server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    },
  })
  return [practiceLms(practice), demoOutbox(() => readOutbox(outbox)), uiGallery, demoPlayer, demoPlatform]
}
