import type { CardGateway } from '#src/payments/rules/card-provider.ts'
import { makeStripeGateway } from '#src/payments/stripe/gateway.ts'
import { type StripeEmulatorOptions, startStripeEmulator } from '#src/practice/emulators/stripe.ts'
import type { Test } from './test.ts'

export const STRIPE_KEY = 'sk_test_of_the_tests'
export const WEBHOOK_SECRET = 'whsec_of_the_tests'

/** Starts the practice Stripe on its own port; events are sent only if a test gives an address. */
export const testStripe = async (t: Test, given: Partial<StripeEmulatorOptions> = {}) => {
  const emulator = await startStripeEmulator({
    now: () => new Date(),
    secretKey: STRIPE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: () => null,
    ...given,
  })
  t.teardown(() => emulator.close())
  return emulator
}

export const gatewayTo = (base: string, over: { secretKey?: string; automaticTax?: boolean } = {}): CardGateway =>
  makeStripeGateway({
    secretKey: STRIPE_KEY,
    webhookSecrets: ['whsec_retired', WEBHOOK_SECRET],
    apiBase: base,
    automaticTax: false,
    ...over,
  })
