import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** The columns that every table builds on. Names are camelCase here and snake_case in SQL (drizzle's `casing`). */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const reference = () => bigint({ mode: 'number' })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
