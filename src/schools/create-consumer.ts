import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import type { Consumer } from './rules/consumer.ts'
import { claimConsumer, findConsumerByKey } from './store/consumers.ts'

type ConsumerCreated =
  /** `secret` is returned only here. */
  { ok: true; consumer: Consumer; secret: string } | Refused<'consumer_key_exists' | 'consumer_name_exists'>

/** Creates an LTI 1.1 school with a generated secret. Requires the manager role. */
export const createConsumer =
  (deps: Deps) =>
  async ({ key, name }: { key: string; name: string }, by: Staff): Promise<ConsumerCreated> => {
    demand(by, 'manage')
    const secret = mintSecret()
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const consumer = await claimConsumer(tx, {
        key,
        name,
        isHosted: key.startsWith(deps.hostedConsumerPrefix),
        sealedSecret: deps.secrets.seal(secret),
      })
      if (!consumer) {
        const taken = await findConsumerByKey(tx, key)
        return refuse(taken ? 'consumer_key_exists' : 'consumer_name_exists')
      }
      await recordAudit(tx, {
        by,
        action: 'create-consumer',
        subject: { kind: 'consumer', id: consumer.id },
        after: { key, name },
        now,
      })
      return { ok: true, consumer, secret }
    })
  }
