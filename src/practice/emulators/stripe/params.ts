/** A form body or query with nested names, such as `line_items[0][price]=…`. */
export type Params = { [name: string]: Params | string }

export const readParams = (encoded: string): Params => {
  const root: Params = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(m => m[0])
    const last = path.pop()
    if (last === undefined) continue
    let here = root
    for (const part of path) {
      const next = here[part]
      here = here[part] = typeof next === 'object' ? next : Object.create(null)
    }
    here[last] = value
  }
  return root
}

export const textAt = (params: Params | undefined, name: string): string | undefined => {
  const value = params?.[name]
  return typeof value === 'string' ? value : undefined
}

export const groupAt = (params: Params | undefined, name: string): Params => {
  const value = params?.[name]
  return typeof value === 'object' ? value : {}
}

export const listAt = (params: Params, name: string): (Params | string)[] => Object.values(groupAt(params, name))

/** Returns the text values of a group, such as metadata. */
export const textsAt = (params: Params, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groupAt(params, name)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
