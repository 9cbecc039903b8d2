import type { Fields, Form } from '#views/screen.ts'

/** Returns all text values of each field. Without a prototype, so that no field name has a special meaning. */
export const valuesOf = (given: unknown): Form['all'] => {
  const all: Form['all'] = Object.create(null)
  for (const [name, value] of Object.entries(given ?? {})) {
    const texts = [value].flat().filter(v => typeof v === 'string')
    if (texts.length > 0) all[name] = texts
  }
  return all
}

export const lastOf = (all: Form['all']): Fields => {
  const fields: Fields = {}
  for (const name in all) fields[name] = all[name]?.at(-1) ?? ''
  return fields
}

export const fieldsOf = (given: unknown): Fields => lastOf(valuesOf(given))
