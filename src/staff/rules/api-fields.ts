import type { JsonSchema } from './openapi.ts'

/** One row of a table of fields. The name is a path: `people[].id` is in each item of the list `people`. */
export interface ApiField {
  /** The part of the path before the last name. */
  within: string
  name: string
  type: string
  required: boolean
  about: string
}

/** Lists the fields of a JSON body, nested ones below their parent. */
export const fieldsIn = (schema: JsonSchema | undefined, within = ''): ApiField[] =>
  schema ? merge(objectsIn(schema).map(object => fieldsOfObject(object, within))) : []

const fieldsOfObject = ({ properties = {}, required = [] }: JsonSchema, within: string): ApiField[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    { within, name, type: typeOf(schema), required: required.includes(name), about: aboutOf(schema) },
    ...fieldsIn(schema, `${within}${name}${isList(schema) ? '[]' : ''}.`),
  ])

/** The objects that a value may be: itself, the items of a list, or the variants of a union. */
const objectsIn = (schema: JsonSchema): JsonSchema[] => {
  if (schema.properties) return [schema]
  if (schema.items) return objectsIn(schema.items)
  return variantsOf(schema).flatMap(objectsIn)
}

const variantsOf = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? allOf ?? []

const isList = (schema: JsonSchema): boolean => schema.items !== undefined || variantsOf(schema).some(isList)

/** Joins the fields of variants. A field that some variants lack is not required. */
const merge = (variants: ApiField[][]): ApiField[] => {
  const [only = [], ...more] = variants
  if (more.length === 0) return only
  const all = new Map<string, ApiField>()
  for (const field of variants.flat()) {
    const key = field.within + field.name
    const known = all.get(key)
    const required = variants.every(fields => fields.some(f => f.within + f.name === key && f.required))
    const type = known ? joinUnique([known.type, field.type]) : field.type
    all.set(key, { ...(known ?? field), type, required })
  }
  return [...all.values()]
}

const joinUnique = (words: string[]): string => [...new Set(words.flatMap(w => w.split(' or ')))].join(' or ')

/** Names the type of a value in words: 'list of objects', 'string or null', or the values of an enumeration. */
export const typeOf = (schema: JsonSchema): string => {
  const variants = variantsOf(schema)
  if (variants.length > 0) return joinUnique(variants.map(typeOf))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return joinUnique(schema.enum.map(value => JSON.stringify(value)))
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return schema.properties ? 'object' : 'any'
  return joinUnique(types.map(type => nameOf(type, schema)))
}

const nameOf = (type: string, { items, format }: JsonSchema): string => {
  if (type === 'array') return items ? `list of ${plural(typeOf(items))}` : 'list'
  return type === 'string' && format ? `string (${format})` : type
}

const plural = (type: string): string => (/^(object|string|integer|number|boolean)$/.test(type) ? `${type}s` : type)

/** Describes a field: its description, limits and default. */
export const aboutOf = (schema: JsonSchema): string => {
  const { description, minLength, maxLength, minimum, maximum, maxItems } = schema
  const limits = [
    minLength === 1 && maxLength === undefined ? 'Not empty' : between(minLength, maxLength, 'characters'),
    between(safe(minimum), safe(maximum), ''),
    between(undefined, maxItems, 'items'),
  ].filter(Boolean)
  return [
    ...(description ? [description] : []),
    ...limits.map(limit => `${limit}.`),
    ...(isShown(schema.default) ? [`Default: ${JSON.stringify(schema.default)}.`] : []),
  ].join(' ')
}

const isShown = (value: unknown): boolean => value !== undefined && value !== '' && value !== null

/** Every integer has the bounds of JavaScript's safe integers. They are not worth a word. */
const safe = (bound: number | undefined): number | undefined =>
  bound !== undefined && Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound

const between = (from: number | undefined, to: number | undefined, of: string): string => {
  const words = from === undefined ? `At most ${to}` : to === undefined ? `At least ${from}` : `From ${from} to ${to}`
  return from === undefined && to === undefined ? '' : `${words} ${of}`.trim()
}
