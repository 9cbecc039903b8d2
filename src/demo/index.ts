import type { FastifyInstance } from 'fastify'
import { demoPlayer } from '#views/demo/player/screen.tsx'
import { practiceLms } from '#views/demo/screen.tsx'
import { uiGallery } from '#views/demo/ui/screen.tsx'
import type { Screen } from '#views/screen.ts'
import type { Clock } from '../clock.ts'
import { makePractice } from './practice-lms.ts'

/** The pages of demo mode. Production never loads this folder. */
export const makeDemoScreens = (server: FastifyInstance, clock: Clock, publicUrl: string): Screen[] => {
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
  return [practiceLms(practice), uiGallery, demoPlayer]
}
