import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Consumer } from './rules/consumer.ts'
import { claimConsumer, findConsumerByKey } from './store/consumers.ts'
import { claimSchool, deleteSchool } from './store/schools.ts'
import type { App } from "#src/context.ts";

type ConsumerCreated =
  /** `secret` is returned only here. */
  { ok: true; consumer: Consumer; secret: string } | Refused<'consumer_key_exists' | 'consumer_name_exists'>

/** Creates a school with a consumer (LTI 1.1) and a generated secret. Requires the manager role. */
export const createConsumer =
  async (app: App, { key, name }: { key: string; name: string }, by: Staff): Promise<ConsumerCreated> => {
    demand(by, 'manage')
    const secret = mintSecret()
    const now = app.clock.now()
    return inTransaction(app.db, async tx => {
      if (await findConsumerByKey(tx, key)) return refuse('consumer_key_exists')
      const schoolId = await claimSchool(tx, name)
      if (schoolId === null) return refuse('consumer_name_exists')
      const isHosted = key.startsWith(app.hostedConsumerPrefix)
      if (!(await claimConsumer(tx, { schoolId, key, isHosted, sealedSecret: app.secrets.seal(secret) }))) {
        await deleteSchool(tx, schoolId)
        return refuse('consumer_key_exists')
      }
      const subject = { kind: 'school', id: schoolId } as const
      await recordAudit(tx, { by, action: 'create-school', subject, after: { key, name }, now })
      return { ok: true, consumer: (await findConsumerByKey(tx, key))!, secret }
    })
  }
