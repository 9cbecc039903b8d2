import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'

const PAGE = 10

export const missing = (reply: FastifyReply) =>
  reply.code(404).send({ errors: [{ message: 'The specified resource does not exist.' }] })

export const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message })

export const badField = (reply: FastifyReply, field: string, message: string) =>
  reply.code(400).send({ errors: { pseudonym: { [field]: [{ attribute: field, message }] } } })

/** Returns a page of ten with Canvas's Link header. `elsewhere` links the next page to another origin. */
export const paged = (request: FastifyRequest, reply: FastifyReply, all: object[], elsewhere = false): object[] => {
  const query = fieldsOf(request.query)
  const page = Number(query.page ?? 1)
  const url = new URL(request.url, elsewhere ? 'http://elsewhere.example' : `${request.protocol}://${request.host}`)
  const link = (rel: string, to: number) => {
    url.searchParams.set('page', String(to))
    return `<${url.href}>; rel="${rel}"`
  }
  const links = [
    link('current', page),
    ...(elsewhere || page * PAGE < all.length ? [link('next', page + 1)] : []),
    link('first', 1),
  ]
  reply.header('link', links.join(','))
  return all.slice((page - 1) * PAGE, page * PAGE)
}
