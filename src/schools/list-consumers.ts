import type { Consumer } from './rules/consumer.ts'
import { listConsumers as list } from './store/consumers.ts'
import type { App } from "#src/context.ts";

/** Lists all LTI 1.1 schools by name. */
export const listConsumers = (app: App): Promise<Consumer[]> => list(app.db)
