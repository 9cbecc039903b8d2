import type { FastifyInstance } from 'fastify'
import type { Context, Needs } from './context.ts'

/** Mounts the calls that list and make line items. */
export const mountLineItems = (server: FastifyInstance, { base }: Context, needs: Needs): void => {
  const items = [{ id: `/lineitems/1`, label: 'A link', tag: '' }]
  const asItem = (item: (typeof items)[number]) => ({ ...item, id: `${base()}${item.id}`, scoreMaximum: 1 })
  server.get<{ Querystring: { tag?: string } }>(
    '/lineitems',
    { preHandler: needs('lti-ags/scope/lineitem') },
    async request => items.filter(i => !request.query.tag || i.tag === request.query.tag).map(asItem),
  )
  server.post<{ Body: { label: string; tag: string } }>(
    '/lineitems',
    { preHandler: needs('lti-ags/scope/lineitem') },
    async (request, reply) => {
      items.push({ ...request.body, id: `/lineitems/${items.length + 1}` })
      return reply.code(201).send(asItem(items.at(-1)!))
    },
  )
}
