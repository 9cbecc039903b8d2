import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'
import { dictionaryMessages, resultPage } from './rules/dictionary.ts'
import { pageExpired } from './rules/teacher.ts'
import { wireSign } from './wire.ts'

/** Mounts the calls of the teacher page and the dictionary. */
export const mountDictionaryApi = (
  server: FastifyInstance,
  { modules, supportEmail }: { modules: Modules; supportEmail: string },
): void => {
  /** Replies whether a launch is still valid. A dictionary launch has no units, so it lists none. */
  server.get(paths.checkAccess, async (request, reply) => {
    const { app = 'teacher', token = '', state = '' } = fieldsOf(request.query)
    const opened = await modules.access.findOpenLaunch(token, state)
    if (opened?.app !== app) return reply.code(403).send({ error: pageExpired(supportEmail) })
    const teacher = opened.app === 'teacher'
    return {
      role: teacher ? 'teacher' : 'guest',
      units_for_teacher: teacher ? opened.units : [],
      context_id: opened.contextId,
    }
  })

  server.get(paths.searchSigns, async (request, reply) => {
    const { term = '', page = '1' } = fieldsOf(request.query)
    const found = await modules.signs.searchSigns({ term, page: resultPage(page) })
    if (found.signs.length === 0) return reply.code(404).send({ error: dictionaryMessages.none })
    return { data: { terms: found.signs.map(wireSign), total: found.total, match: found.match } }
  })
}
