import type { Deps } from './deps.ts'
import type { Consumer } from './rules/consumer.ts'
import { listConsumers as list } from './store/consumers.ts'

/** Lists all LTI 1.1 schools by name. */
export const listConsumers = (deps: Deps) => (): Promise<Consumer[]> => list(deps.db)
