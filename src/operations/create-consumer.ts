import { mintSecret } from '../crypto.ts'
import { type Consumer, consumerMessages } from '../domain/consumer.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { claimConsumer, findConsumerByKey } from '../store/queries/consumers.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

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
        isHosted: key.startsWith(deps.settings.hostedConsumerPrefix),
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
