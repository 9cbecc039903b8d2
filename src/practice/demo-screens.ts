import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Needs } from '#src/context.ts'
import { demoOutbox } from '#views/demo/outbox/screen.tsx'
import { demoPlatform } from '#views/demo/platform/screen.tsx'
import { demoPlayer } from '#views/demo/player/screen.tsx'
import { practiceLms } from '#views/demo/screen.tsx'
import { uiGallery } from '#views/demo/ui/screen.tsx'
import type { Screen } from '#views/screen.ts'
import { readOutbox } from './outbox.ts'
import { makePractice, type PracticeServices } from './practice-lms.ts'
import { makeTermFiller } from './term.ts'

/** Creates the pages of demo mode. Production never imports this folder. */
export const makeDemoScreens = (
  server: FastifyInstance,
  app: Needs<'clock' | 'config' | 'db' | 'log' | 'publicUrl' | 'secrets' | 'timezone'>,
  services: PracticeServices | null,
): Screen[] => {
  const practice = makePractice(app, {
    services,
    term: makeTermFiller(app),
    async post(url, fields) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      await server.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
    },
  })
  return [
    practiceLms(practice),
    demoOutbox(() => readOutbox(join(app.config.dataDir, 'outbox'))),
    uiGallery,
    demoPlayer,
    demoPlatform,
  ]
}
