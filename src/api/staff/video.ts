import * as z from 'zod'
import { videoMessages } from '../../domain/video-accounts.ts'
import { type Call, call, refusedBy } from './call.ts'

const UnitsBody = z.object({ domain: z.string(), units: z.string() })

const change = (verb: 'add' | 'remove', path: '/twa/add_domain' | '/twa/remove_domain') =>
  call({
    method: 'POST',
    path,
    does: `${verb === 'add' ? 'Adds a domain to' : 'Removes a domain from'} accounts. \`units\` are their values joined with '_'.`,
    answers: ['accounts', 'message'],
    body: UnitsBody,
    async run({ body, staff, operations }) {
      const result = await operations.changeDomain(verb, body, staff)
      if (result.kind === 'refused') return refusedBy(result)
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
    async run({ body, operations }) {
      const result = await operations.checkDomain(body.domain)
      return result.kind === 'refused' ? refusedBy(result) : { accounts: result.accounts }
    },
  }),
  change('add', '/twa/add_domain'),
  change('remove', '/twa/remove_domain'),
]
