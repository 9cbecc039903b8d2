import type { FastifyInstance } from 'fastify'

/** Returns the addresses that a server accepts a POST at, as they were declared: '/course/:context_id'. */
export const postRoutes = (server: FastifyInstance): string[] => {
  const parents: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent = '', part, methods = ''] =
        line.match(/^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/) ?? []
      if (part === undefined) return []
      parents.splice(indent.length / 4, parents.length, part)
      return methods.split(', ').includes('POST') ? [parents.join('')] : []
    })
}
