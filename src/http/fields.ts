import type { Fields, Form } from '#views/screen.ts'

/** Every value of each field of a query or a form, texts only, without a prototype for a field's name to reach. */
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

/** The last value of each field: a name that comes twice is no list where one value is asked for. */
export const fieldsOf = (given: unknown): Fields => lastOf(valuesOf(given))
