import { findOpenLaunch } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { compression } from '#src/http/files.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { resultPage } from './rules/dictionary.ts'
import { videoMessages, videoRefusals } from './rules/video-accounts.ts'
import { searchSigns } from './signs.ts'
import { checkVideoDomain, type DomainChanged, updateVideoDomain } from './video-host.ts'

/** Mounts the public calls of the teacher page and the dictionary. */
export const mountDictionaryCalls = (scope: JsonScope, app: Needs<'clock' | 'db' | 'supportEmail'>): void => {
  const { dictionary, teacher } = textsIn('en')
  const refused = makeRefuser(contract.signsStatus, {
    no_signs_found: { message: dictionary.none },
    page_expired: { message: teacher.expired(app.supportEmail) },
  })

  /** A dictionary launch has no units, so it lists none. */
  scope.get(paths.checkAccess, { schema: contract.checkAccessCall }, async (request, reply) => {
    const { app: asked, token, state } = request.query
    const opened = await findOpenLaunch(app, token, state)
    if (opened?.app !== asked) return refused(reply, refuse('page_expired'))
    const isTeacher = opened.app === 'teacher'
    return {
      role: isTeacher ? ('teacher' as const) : ('guest' as const),
      units_for_teacher: isTeacher ? opened.units : [],
      context_id: opened.contextId,
    }
  })

  scope.get(paths.searchSigns, { schema: contract.searchSignsCall, compress: compression }, async (request, reply) => {
    const { term, page, pictures } = request.query
    const found = await searchSigns(app, { term, page: resultPage(page) })
    if (found.signs.length === 0) return refused(reply, refuse('no_signs_found'))
    const terms = found.signs.map(contract.toWireSign)
    const shown = pictures === 'yes' ? terms : terms.map(({ picture: _, ...term }) => term)
    return { data: { terms: shown, total: found.total, match: found.match } }
  })
}

/** Mounts the staff calls for the video host. The scope requires a signed-in staff user. */
export const mountVideoCalls = (scope: JsonScope, app: Needs<'clock' | 'db' | 'log' | 'video'>): void => {
  const refused = makeRefuser(contract.signsStatus, videoRefusals)

  scope.post('/twa/check_domain', { schema: contract.checkDomainCall }, async (request, reply) => {
    const result = await checkVideoDomain(app, request.body.domain)
    return result.ok ? listed(result, videoMessages.notRead) : refused(reply, result)
  })

  scope.post('/twa/add_domain', { schema: contract.addDomainCall }, async (request, reply) => {
    const result = await updateVideoDomain(app, 'add', request.body, request.staff!)
    return result.ok ? listed(result) : refused(reply, result)
  })

  scope.post('/twa/remove_domain', { schema: contract.removeDomainCall }, async (request, reply) => {
    const result = await updateVideoDomain(app, 'remove', request.body, request.staff!)
    return result.ok ? listed(result) : refused(reply, result)
  })
}

type Listed = Pick<Extract<DomainChanged, { ok: true }>, 'accounts' | 'failed'>

const listed = ({ accounts, failed }: Listed, text = videoMessages.partly) => ({
  accounts,
  ...(failed.length > 0 ? { failed, message: text(failed) } : {}),
})
