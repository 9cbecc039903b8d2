/** Returns true if a typed or stored text is a key of a table. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

/** Returns the keys of a table that has no others. TypeScript types them as any text. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[]

/** Returns true for a JSON object: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a JSON object, or an empty one for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
