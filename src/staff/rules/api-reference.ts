import { type ApiField, aboutOf, fieldsIn, typeOf } from './api-fields.ts'
import type { ApiOperation, ApiParameter, OpenApi } from './openapi.ts'

/** A table of fields, or a note in place of it. */
export interface ApiPart {
  title: string
  fields: ApiField[]
  note: string | null
}

export interface ApiCall {
  /** Anchor on the page. */
  id: string
  method: string
  path: string
  about: string
  /** True if the caller must be signed in as staff. */
  forStaff: boolean
  takes: ApiPart[]
  gives: ApiPart[]
}

export interface ApiGroup {
  id: string
  name: string
  calls: ApiCall[]
}

export interface ApiReference {
  about: string
  address: string
  groups: ApiGroup[]
  /** Fields of every error reply. */
  problem: ApiField[]
}

const UNTAGGED = 'Other'
const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]+/g, '-')

/** Prepares an OpenAPI document for readers: calls by tag, with flat tables of fields. */
export const describeApi = (document: OpenApi): ApiReference => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? UNTAGGED,
      call: describeCall(method.toUpperCase(), path, operation),
      operation,
    })),
  )
  const tags = [...new Set(calls.map(c => c.tag))].sort(
    (a, b) => Number(a === UNTAGGED) - Number(b === UNTAGGED) || a.localeCompare(b),
  )
  return {
    about: document.info.description,
    address: document.servers[0]?.url ?? '',
    groups: tags.map(name => ({
      id: slug(`tag ${name}`),
      name,
      calls: calls.filter(c => c.tag === name).map(c => c.call),
    })),
    problem: calls.map(c => problemOf(c.operation)).find(fields => fields.length > 0) ?? [],
  }
}

const describeCall = (method: string, path: string, operation: ApiOperation): ApiCall => ({
  id: slug(`${method} ${path}`),
  method,
  path,
  about: operation.summary ?? '',
  forStaff: (operation.security ?? []).length > 0,
  takes: [
    ...parametersIn('path', 'In the path', operation),
    ...parametersIn('query', 'In the query', operation),
    ...bodyOf('Body', operation.requestBody?.content),
  ],
  gives: Object.entries(operation.responses).flatMap(([status, { content }]) => replyOf(status, content, operation)),
})

const parametersIn = (where: string, title: string, { parameters = [] }: ApiOperation): ApiPart[] => {
  const fields = parameters.filter(p => p.in === where).map(fieldOf)
  return fields.length > 0 ? [{ title, fields, note: null }] : []
}

const fieldOf = ({ name, required = false, description, schema = {} }: ApiParameter): ApiField => ({
  within: '',
  name,
  type: typeOf(schema),
  required,
  about: aboutOf({ ...schema, description }),
})

type Content = ApiOperation['responses'][string]['content']

const bodyOf = (title: string, content: Content): ApiPart[] =>
  Object.entries(content ?? {}).map(([mediaType, { schema }]) => {
    const fields = fieldsIn(schema)
    const isJson = mediaType === 'application/json'
    const note = fields.length > 0 || !schema ? null : typeOf(schema)
    return { title: isJson ? title : `${title}, ${mediaType}`, fields, note }
  })

const problemOf = ({ responses }: ApiOperation): ApiField[] =>
  fieldsIn(responses['4XX']?.content?.['application/json']?.schema)

/** Describes a reply. Of an error reply with a status of its own it shows only what other errors do not have. */
const replyOf = (status: string, content: Content, operation: ApiOperation): ApiPart[] => {
  if (/XX$/i.test(status)) return []
  const parts = bodyOf(`Reply ${status}`, content)
  if (status < '400')
    return parts.length > 0 ? parts : [{ title: `Reply ${status}`, fields: [], note: 'Not described.' }]
  const usual = problemOf(operation).map(f => f.within + f.name)
  return parts
    .map(part => ({
      ...part,
      title: `Reply ${status} also has`,
      fields: part.fields.filter(f => !usual.includes(f.within + f.name)),
    }))
    .filter(part => part.fields.length > 0)
}
