import * as z from 'zod'
import { type Call, call, toRefusal } from '#src/http/staff-calls.ts'
import { videoMessages } from '#src/signs/rules/video-accounts.ts'

const UnitsBody = z.object({ domain: z.string(), units: z.string() })

const change = (verb: 'add' | 'remove', path: '/twa/add_domain' | '/twa/remove_domain') =>
  call({
    method: 'POST',
    path,
    does: `${verb === 'add' ? 'Adds a domain to' : 'Removes a domain from'} accounts. \`units\` are their values joined with '_'.`,
    answers: ['accounts', 'message'],
    body: UnitsBody,
    async run({ body, staff, modules }) {
      const result = await modules.signs.updateVideoDomain(verb, body, staff)
      if (result.kind === 'refused') return toRefusal(result)
      const { accounts, failed } = result
      return { accounts, ...(failed.length > 0 ? { failed, message: videoMessages.partly(failed) } : {}) }
    },
  })

export const videoCalls: Call[] = [
  call({
    method: 'POST',
    path: '/twa/check_domain',
    does: 'Lists the video host accounts whose videos a domain may play.',
    answers: ['accounts'],
    body: z.object({ domain: z.string() }),
    async run({ body, modules }) {
      const result = await modules.signs.checkVideoDomain(body.domain)
      return result.kind === 'refused' ? toRefusal(result) : { accounts: result.accounts }
    },
  }),
  change('add', '/twa/add_domain'),
  change('remove', '/twa/remove_domain'),
]
