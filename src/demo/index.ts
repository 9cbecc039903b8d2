import type { FastifyInstance } from 'fastify'
import { demoOutbox } from '#views/demo/outbox/screen.tsx'
import { demoPlayer } from '#views/demo/player/screen.tsx'
import { practiceLms } from '#views/demo/screen.tsx'
import { uiGallery } from '#views/demo/ui/screen.tsx'
import type { Screen } from '#views/screen.ts'
import type { Clock } from '../clock.ts'
import { readOutbox } from './outbox.ts'
import { makePractice } from './practice-lms.ts'

/** The pages of demo mode. Production never loads this folder. */
export const makeDemoScreens = (
  server: FastifyInstance,
  { clock, publicUrl, outbox }: { clock: Clock; publicUrl: string; outbox: string },
): Screen[] => {
  const practice = makePractice({
    clock,
    publicUrl,
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
  return [practiceLms(practice), demoOutbox(() => readOutbox(outbox)), uiGallery, demoPlayer]
}
