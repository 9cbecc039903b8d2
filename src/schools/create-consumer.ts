import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { type Consumer, consumerMessages } from './rules/consumer.ts'
import { claimConsumer, findConsumerByKey } from './store/consumers.ts'

export type ConsumerCreated =
  /** `secret` is returned only here. */
  | { kind: 'created'; consumer: Consumer; secret: string }
  | { kind: 'refused'; status: 409; message: string; field: 'key' | 'name' }

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
        return taken
          ? { kind: 'refused', status: 409, message: consumerMessages.keyExists, field: 'key' }
          : { kind: 'refused', status: 409, message: consumerMessages.nameExists, field: 'name' }
      }
      await recordAudit(tx, {
        by,
        action: 'create-consumer',
        subject: { kind: 'consumer', id: consumer.id },
        after: { key, name },
        now,
      })
      return { kind: 'created', consumer, secret }
    })
  }
