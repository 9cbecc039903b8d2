import type { Consumer } from './rules/consumer.ts'
import { findConsumerByKey, findConsumerByName } from './store/consumers.ts'
import type { App } from "#src/context.ts";

interface ConsumerFound {
  byKey: Consumer | null
  /** Another school with the requested name. */
  byName: Consumer | null
}

/** Finds a school by its key and by its name. */
export const findConsumer =
  async (app: App, key: string, name = key): Promise<ConsumerFound> => {
    const [byKey, byName] = await Promise.all([
      findConsumerByKey(app.db, key.trim()),
      findConsumerByName(app.db, name.trim()),
    ])
    return { byKey, byName }
  }
