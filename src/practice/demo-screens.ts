import type { FastifyInstance } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { demoOutbox } from '#views/demo/outbox/screen.tsx'
import { demoPlatform } from '#views/demo/platform/screen.tsx'
import { demoPlayer } from '#views/demo/player/screen.tsx'
import { practiceLms } from '#views/demo/screen.tsx'
import { uiGallery } from '#views/demo/ui/screen.tsx'
import type { Screen } from '#views/screen.ts'
import { readOutbox } from './outbox.ts'
import { makePractice, type PracticeServices } from './practice-lms.ts'

interface DemoDeps {
  clock: Clock
  publicUrl: string
  /** Folder of the messages. */
  outbox: string
  services: PracticeServices | null
}

/** Creates the pages of demo mode. Production never imports this folder. */
export const makeDemoScreens = (
  server: FastifyInstance,
  { clock, publicUrl, outbox, services }: DemoDeps,
): Screen[] => {
  const practice = makePractice({
    clock,
    publicUrl,
    services,
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
