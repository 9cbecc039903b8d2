import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Fields, Form, Result, Screen, ScreenContext } from '#views/screen.ts'
import type { Clock } from '../clock.ts'
import type { Content } from '../domain/content.ts'
import type { Operations } from '../operations/index.ts'
import type { Pages } from './pages.ts'

export interface ScreenDeps {
  operations: Operations
  content: Content
  clock: Clock
  pages: Pages
}

/** Mounts screens: GET loads and draws, POST runs what the pressed button asks for. The contract is views/screen.ts. */
export const mountScreens = (server: FastifyInstance, screens: Screen[], deps: ScreenDeps): void => {
  for (const screen of screens) {
    for (const path of [screen.path].flat()) mount(server, path, screen, deps)
  }
}

const mount = (server: FastifyInstance, path: string, screen: Screen, deps: ScreenDeps): void => {
  switch (screen.access) {
    case 'public':
    case 'demo':
      break
    default:
      screen.access satisfies never
      throw new Error(`${path}: nobody says who may see it`)
  }
  server.get(path, async (request, reply) => answer(reply, screen, deps, await screen.load(contextOf(request, deps))))
  const { submit } = screen
  if (!submit) return
  server.post(path, async (request, reply) => {
    const all = valuesOf(request.body)
    const form = { fields: lastOf(all), all }
    const intent = form.fields.intent ?? 'default'
    const run = Object.hasOwn(submit, intent) ? submit[intent] : undefined
    if (!run) throw new UnreadableForm()
    return answer(reply, screen, deps, await run(contextOf(request, deps), form))
  })
}

/** A form that no page of ours sends. */
class UnreadableForm extends Error {
  readonly statusCode = 400
}

const answer = (
  reply: FastifyReply,
  screen: Screen,
  { pages, clock }: ScreenDeps,
  result: Result<unknown>,
): FastifyReply => {
  if (result.kind === 'redirect') return reply.redirect(result.to, 303)
  if (result.kind === 'leave') return reply.redirect(result.url, 303)
  const { title, status, framedBy, outside, data, retryAfter } = result
  if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter, clock.now()))
  return pages.send(reply, {
    title,
    status,
    framedBy,
    outside,
    chrome: screen.chrome,
    main: createElement(screen.View, { data, site: pages.site }),
  })
}

export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))

const contextOf = (request: FastifyRequest, { operations, content, clock, pages }: ScreenDeps): ScreenContext => ({
  params: request.params as Record<string, string>,
  query: fieldsOf(request.query),
  operations,
  content,
  site: pages.site,
  now: clock.now(),
  address: request.ip,
})

/** Every value of each field, texts only, without a prototype for a field's name to reach. */
export const valuesOf = (given: unknown): Form['all'] => {
  const all: Form['all'] = Object.create(null)
  for (const [name, value] of Object.entries(given ?? {})) {
    const texts = [value].flat().filter(v => typeof v === 'string')
    if (texts.length > 0) all[name] = texts
  }
  return all
}

const lastOf = (all: Form['all']): Fields =>
  Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1) ?? '']))

/** The last value of each field of a query. */
const fieldsOf = (given: unknown): Fields => lastOf(valuesOf(given))
