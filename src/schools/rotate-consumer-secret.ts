import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Consumer } from './rules/consumer.ts'
import type { Reach } from './rules/platform.ts'
import { findConsumerReach, lockConsumer, rotateSecret } from './store/consumers.ts'
import type { App } from "#src/context.ts";

/** Counts whom a new secret concerns. Returns null when the consumer does not exist. */
export const previewSecretRotation =
  async ({ db }: App, key: string, by: Staff): Promise<(Reach & { name: string }) | null> => {
    demand(by, 'manage')
    return findConsumerReach(db, key)
  }

type SecretRotated =
  | { ok: true; consumer: Consumer; secret: string }
  | Refused<'consumer_not_found' | 'reason_required'>

/** Creates a new secret, returned only here. The previous secret stays valid until the next rotation. */
export const rotateConsumerSecret =
  async (app: App, key: string, by: SignedInStaff, reason: string): Promise<SecretRotated> => {
    const now = app.clock.now()
    demand(by, 'manage')
    demandFresh(by, now)
    const secret = mintSecret()
    return inTransaction(app.db, async tx => {
      const consumer = await lockConsumer(tx, key)
      if (!consumer) return refuse('consumer_not_found')
      if (reason.trim() === '') return refuse('reason_required')
      await rotateSecret(tx, consumer.id, app.secrets.seal(secret), now)
      const subject = { kind: 'consumer', id: consumer.id } as const
      await recordAudit(tx, { by, action: 'rotate-secret', subject, reason, now })
      return { ok: true, consumer, secret }
    })
  }
