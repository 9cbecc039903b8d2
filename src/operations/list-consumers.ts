import type { Consumer } from '../domain/consumer.ts'
import { listConsumers as list } from '../store/queries/consumers.ts'
import type { Deps } from './deps.ts'

/** Lists all LTI 1.1 schools by name. */
export const listConsumers = (deps: Deps) => (): Promise<Consumer[]> => list(deps.db)
