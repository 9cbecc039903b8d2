import { type Consumer, consumerMessages } from '../domain/consumer.ts'
import { findConsumerByKey, findConsumerByName } from '../store/queries/consumers.ts'
import type { Deps } from './deps.ts'

export interface ConsumerFound {
  byKey: Consumer | null
  /** Somebody else's, by the name that was asked for. */
  byName: Consumer | null
  message: string
}

/** Looks a school up by its key, and by what may be its name (spec §4, Manage Consumer). */
export const findConsumer =
  (deps: Deps) =>
  async (key: string, name = key): Promise<ConsumerFound> => {
    const [byKey, byName] = await Promise.all([
      findConsumerByKey(deps.db, key.trim()),
      findConsumerByName(deps.db, name.trim()),
    ])
    return { byKey, byName, message: byKey || byName ? consumerMessages.found : consumerMessages.notFound }
  }
