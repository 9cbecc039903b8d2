import * as z from 'zod/mini'

/** The parts of an OpenAPI 3.1 document that the API reference shows. */

export interface JsonSchema {
  type?: string | string[] | undefined
  description?: string | undefined
  format?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  default?: unknown
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  maxItems?: number | undefined
  items?: JsonSchema | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  anyOf?: JsonSchema[] | undefined
  oneOf?: JsonSchema[] | undefined
  allOf?: JsonSchema[] | undefined
}

const JsonSchema: z.ZodMiniType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    description: z.optional(z.string()),
    format: z.optional(z.string()),
    enum: z.optional(z.array(z.unknown())),
    const: z.optional(z.unknown()),
    default: z.optional(z.unknown()),
    minLength: z.optional(z.number()),
    maxLength: z.optional(z.number()),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    maxItems: z.optional(z.number()),
    items: z.optional(JsonSchema),
    properties: z.optional(z.record(z.string(), JsonSchema)),
    required: z.optional(z.array(z.string())),
    anyOf: z.optional(z.array(JsonSchema)),
    oneOf: z.optional(z.array(JsonSchema)),
    allOf: z.optional(z.array(JsonSchema)),
  }),
)

const Content = z.optional(z.record(z.string(), z.object({ schema: z.optional(JsonSchema) })))

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.optional(z.boolean()),
  description: z.optional(z.string()),
  schema: z.optional(JsonSchema),
})

const Operation = z.object({
  tags: z.optional(z.array(z.string())),
  summary: z.optional(z.string()),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(z.array(Parameter)),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z._default(z.record(z.string(), z.object({ content: Content })), {}),
})

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export const OpenApi = z.object({
  info: z.object({ description: z._default(z.string(), '') }),
  servers: z._default(z.array(z.object({ url: z.string() })), []),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), Operation)),
})

export type OpenApi = z.infer<typeof OpenApi>
export type ApiOperation = z.infer<typeof Operation>
export type ApiParameter = z.infer<typeof Parameter>
