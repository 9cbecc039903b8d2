import type { Deps } from './deps.ts'
import type { Consumer } from './rules/consumer.ts'
import { findConsumerByKey, findConsumerByName } from './store/consumers.ts'

interface ConsumerFound {
  byKey: Consumer | null
  /** Another school with the requested name. */
  byName: Consumer | null
}

/** Finds a school by its key and by its name. */
export const findConsumer =
  (deps: Deps) =>
  async (key: string, name = key): Promise<ConsumerFound> => {
    const [byKey, byName] = await Promise.all([
      findConsumerByKey(deps.db, key.trim()),
      findConsumerByName(deps.db, name.trim()),
    ])
    return { byKey, byName }
  }
