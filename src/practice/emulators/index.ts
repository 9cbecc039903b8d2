import type { CardSettings } from '#src/config.ts'
import { systemClock } from '#src/core/clock.ts'
import type { SproutSettings } from '#src/signs/video-host.ts'
import type { PracticeServices } from '../practice-lms.ts'
import { DEMO_SCHOOLS, DEMO_SECRET } from '../seed.ts'
import { DEMO_CLIENT } from '../store/seed-platform.ts'
import { CANVAS_ACCOUNT, CANVAS_TOKEN, makeCanvasEmulator } from './canvas.ts'
import { startLmsEmulator } from './lms.ts'
import { makeOutcomeService } from './outcomes.ts'
import { makeSproutEmulator, SPROUT_KEYS } from './sproutvideo.ts'
import { startStripeEmulator } from './stripe.ts'

const CANVAS_HOST = 'canvas.example'
const DEMO_KEY = 'sk_test_practice'
const DEMO_WEBHOOK_SECRET = 'whsec_practice'
const BANK_TRANSFER_MS = 8000

/** Starts the services of demo mode that are not configured. Browsers open `publicUrl`; `own` is our own server. */
export const startEmulators = async ({
  publicUrl,
  own,
  needs,
}: {
  publicUrl: string
  own: string
  needs: Record<'stripe' | 'video' | 'canvas', boolean>
}) => {
  const stripe = needs.stripe
    ? await startStripeEmulator({
        now: systemClock.now,
        secretKey: DEMO_KEY,
        webhookSecret: DEMO_WEBHOOK_SECRET,
        webhookUrl: () => `${own}/webhooks/stripe`,
        payUrl: id => `${publicUrl}/demo/checkout/${id}`,
        delayMs: BANK_TRANSFER_MS,
      })
    : null
  const sprout = needs.video ? makeSproutEmulator() : null
  const base = await sprout?.listen({ port: 0, host: '127.0.0.1' })
  const canvas = needs.canvas ? makeCanvasEmulator(systemClock).server : null
  const outcomes = makeOutcomeService(key => (DEMO_SCHOOLS.some(s => s.key === key) ? DEMO_SECRET : undefined))
  const issuer = `${publicUrl}/demo/lms`
  const lms = await startLmsEmulator({
    now: systemClock.now,
    toolUrl: publicUrl,
    toolKeysUrl: own,
    clientId: DEMO_CLIENT,
    issuer,
  })
  return {
    practice: {
      lms: lms.base,
      outcomes: await outcomes.server.listen({ port: 0, host: '127.0.0.1' }),
      grade11: sourcedId => outcomes.scores.get(sourcedId) ?? null,
      grade13: userId => lms.scores.findLast(s => s.userId === userId)?.scoreGiven ?? null,
      openRegistration: lms.openRegistration,
    } satisfies PracticeServices,
    video: base ? ({ keys: SPROUT_KEYS, base } satisfies SproutSettings) : undefined,
    lms: {
      issuer,
      authorizationRedirect: `${issuer}/auth`,
      publicKeysUrl: `${lms.base}/jwks`,
      grantUrl: `${lms.base}/token`,
    },
    canvas: canvas && {
      origin: await canvas.listen({ port: 0, host: '127.0.0.1' }),
      token: CANVAS_TOKEN,
      accountId: CANVAS_ACCOUNT,
      host: CANVAS_HOST,
    },
    stripe: stripe && {
      base: stripe.base,
      settings: {
        secretKey: DEMO_KEY,
        webhookSecrets: [DEMO_WEBHOOK_SECRET],
        apiBase: stripe.base,
        checkoutOrigins: [],
        automaticTax: false,
        disputeTakesAccess: false,
      } satisfies CardSettings,
    },
    async close() {
      await Promise.all([stripe?.close(), sprout?.close(), canvas?.close(), outcomes.server.close(), lms.close()])
    },
  }
}
