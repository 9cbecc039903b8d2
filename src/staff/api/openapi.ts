import * as z from 'zod'
import type { Call } from '#src/http/staff-calls.ts'

const Problem = z.object({
  error: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  error_id: z.string().optional(),
})

const problem = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** Returns the OpenAPI 3.1 description of the staff calls, generated from their validation schemas. */
export const describeCalls = (calls: Call[], publicUrl: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Signbook staff API',
    version: '1',
    description: 'Sign in with /api/auth/magic and /api/auth/login, then send the token as bearer.',
  },
  servers: [{ url: publicUrl }],
  security: [{ bearer: [] }],
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: { Problem: schemaOf(Problem) },
  },
  paths: Object.fromEntries(
    calls.map(c => [c.path.replace(/:(\w+)/g, '{$1}'), { [c.method.toLowerCase()]: operation(c) }]),
  ),
})

const operation = ({ path, does, answers, body, upload, file }: Call) => {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const content = upload
    ? {
        'multipart/form-data': {
          schema: { type: 'object', properties: { csvfile: { type: 'string', format: 'binary' } } },
        },
      }
    : body && { 'application/json': { schema: schemaOf(body) } }
  return {
    summary: does,
    operationId: path.replace(/^\/(api|twa)\//, '').replace(/\W+/g, '_'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: {
        description: answers.join(', '),
        content: file
          ? { [file]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: { type: 'object', properties: Object.fromEntries(answers.map(a => [a, {}])), required: [] },
              },
            },
      },
      401: problem('Not signed in'),
      404: problem('Not found'),
      422: problem('Invalid request'),
    },
  }
}

const schemaOf = (schema: z.core.$ZodType): object => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
