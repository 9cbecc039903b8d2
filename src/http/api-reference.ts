import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { demandRole } from '#src/core/rules/staff.ts'
import { paths } from '#views/paths.ts'
import { contentSecurityPolicy } from './security.ts'
import type { StaffGuard } from './staff-guard.ts'

const ABOUT = `A program sends its key as bearer: \`Authorization: Bearer sk_sb_…\`. Managers make keys on the page [Service accounts](/service_accounts). Calls that a key may make name it under their locks.

The other staff calls need the session of a colleague: log in with \`/api/auth/magic\` and \`/api/auth/login\`, then send the token as bearer.

Bodies are JSON, times are ISO 8601 in UTC. In every error reply \`error\` is a sentence for people, \`reason\` a code for programs, and \`errors\` names each field that does not fit.`

/** Gives the reader of the reference the paper, ink and width of our own pages. */
const LOOKS = `body { background: #f6f8f6; }
.swagger-ui :is(.info .title, .info li, .info p, .opblock-tag, .opblock-summary-description) { color: #10242b; font-family: system-ui, sans-serif; }
.swagger-ui .info a { color: #0a5a61; }
.swagger-ui .wrapper { max-width: 64rem; }
.swagger-ui .opblock-tag { font-size: 1.125rem; }
.swagger-ui :is(.scheme-container, .info .link) { box-shadow: none; background: none; }`

const toJsonSchema = createJsonSchemaTransform({
  zodToJsonConfig: {
    unrepresentable: 'any',
    // Bounds that say no more than `integer` would become the example of every id.
    override({ jsonSchema }) {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  },
})

/** Describes the JSON calls of the scope as OpenAPI 3.1. Register it before the routes. */
export const describeCalls = async (scope: FastifyInstance, publicUrl: string): Promise<void> => {
  await scope.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Signbook API', version: '1', description: ABOUT },
      externalDocs: { url: publicUrl + paths.about, description: 'Back to the site' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The session of a colleague.' },
          serviceKey: { type: 'http', scheme: 'bearer', bearerFormat: 'sk_sb_…', description: 'The key of a program.' },
        },
      },
    },
    transform: given => {
      const { schema, url } = toJsonSchema({ ...given, schema: describedAs(given.schema, given.route) })
      return { schema: schema.body ? { ...schema, body: withExample(schema.body) } : schema, url }
    },
  })
}

/** Leaves out calls that answer with a file or a stream, and names the others. A call without a guard is open. */
const describedAs = (schema: FastifySchema | undefined, { method, url }: RouteOptions): FastifySchema => ({
  operationId: operationId(String(method), url),
  security: [],
  ...schema,
  hide: schema?.hide || !schema?.response || answersFile(schema.response),
})

/** Only a reply of another media type than JSON names its type. */
const answersFile = (replies: unknown): boolean => 'content' in ((replies as Record<number, object>)[200] ?? {})

/** `GET /api/coupons/:id` is getApiCouponsId. */
const operationId = (method: string, url: string): string =>
  method.toLowerCase() + url.replace(/[^a-z]+([a-z]?)/g, (_, letter: string) => letter.toUpperCase())

/** Our own files only, like every page: Swagger UI has no inline scripts and styles. */
const POLICY = contentSecurityPolicy('nobody', {
  origins: [],
  outside: { captcha: null, chat: null },
  videoHosts: [],
  demo: false,
})

/**
 * Shows the description of `describeCalls` to signed-in staff. `folder` holds the files of Swagger UI, which the build
 * copies; without it they are read from the package. Only reading calls can be tried: others would change real data.
 */
export const mountApiReference = async (scope: FastifyInstance, guard: StaffGuard, folder?: string): Promise<void> => {
  scope.addHook('onRequest', async (request, reply) => {
    const session = await guard.ofPage(request, reply)
    if (!session) {
      if (guard.hasCookie(request)) guard.close(reply)
      return reply.redirect(paths.root, 302)
    }
    demandRole(session.staff, 'see')
    reply.header('content-security-policy', POLICY)
  })
  await scope.register(swaggerUi, {
    routePrefix: paths.apiReference,
    ...(folder ? { baseDir: folder } : {}),
    logo: { type: 'image/svg+xml', content: '' },
    theme: { title: 'API reference', css: [{ filename: 'signbook.css', content: LOOKS }] },
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'none',
      defaultModelsExpandDepth: -1,
      supportedSubmitMethods: ['get'],
    },
  })
}

/** Values of an example, by the name of the field. An example that a contract gives comes first. */
const VALUES: Record<string, unknown> = {
  token: 'm_4Yf0gJq0nJkq2b1V6o1l8Xw3zT5uR7sA',
  enroll_token: 'c_4Yf0gJq0nJkq2b1V6o1l8Xw3zT5uR7sA',
  context_id: 'asl-101-fall',
  access_code: 'CFGH-3479-KMNP',
  coupon_code: 'CFGH-3479-KMNP',
  product_code: 'ASL1',
  stripe_price_id: 'price_1QasfJ2eZvKYlo2C',
  units: [1, 2, 3],
  name: 'Ana Ortiz',
  first_name: 'Ana',
  last_name: 'Ortiz',
  email: 'ana@school.example',
  password: 'Quiet7rivers!',
  magic_code: '123456',
  recaptcha_response: 'SOLVED',
  refresh_token: 'h3T2lY7gXw0bC9dE4fJ6kM8nP1qR5sV',
  domain: 'lms.school.example',
  key: 'school_lake',
  agreed: true,
  confirm: true,
  reason: 'The school asked for it.',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  bytes: 1_048_576,
  response: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {}, clientExtensionResults: {} },
}

interface Described {
  type?: string
  properties?: Record<string, object>
  example?: unknown
  examples?: unknown
  'x-examples'?: unknown
}

/** Gives the body of a call an example, made of its fields. */
const withExample = (body: Described): Described => {
  if (!body.properties || body.example || body.examples || body['x-examples']) return body
  const known = Object.keys(body.properties).filter(name => name in VALUES)
  return { ...body, examples: [Object.fromEntries(known.map(name => [name, VALUES[name]]))] }
}
