import type { Needs } from '#src/context.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { createConsumer, findConsumer } from './consumers.ts'
import * as contract from './contract.ts'
import { createPlatform } from './platforms.ts'
import { consumerMessages, consumerRefusals } from './rules/consumer.ts'
import { givenAddresses, platformMessages, platformRefusalText } from './rules/platform.ts'
import { updateConsumer } from './schools.ts'

const { schoolStatus } = contract
const refused = makeRefuser(schoolStatus, consumerRefusals)
const platformRefused = makeRefuser(schoolStatus, platformRefusalText)

/** Mounts the staff calls for consumers and platforms. The scope requires a signed-in staff user. */
export const mountSchoolCalls = (
  scope: JsonScope,
  app: Needs<'addressFault' | 'clock' | 'db' | 'hostedConsumerPrefix' | 'isOwn' | 'jobs' | 'secrets'>,
): void => {
  scope.post('/twa/find_consumer', { schema: contract.findConsumerCall }, async request => {
    const { byKey, byName } = await findConsumer(app, request.body.key)
    return {
      found_consumer_by_key: byKey && contract.toWireConsumer(byKey),
      found_consumer_by_name: byName && contract.toWireConsumer(byName),
      message: byKey || byName ? consumerMessages.found : consumerRefusals.consumer_not_found.message,
    }
  })

  scope.post('/twa/create_consumer', { schema: contract.createConsumerCall }, async (request, reply) => {
    const result = await createConsumer(app, request.body, request.staff!)
    if (!result.ok) return refused(reply, result)
    const { consumer, secret } = result
    return { created_consumer: { ...contract.toWireConsumer(consumer), secret }, message: consumerMessages.created }
  })

  scope.post('/twa/update_consumer', { schema: contract.updateConsumerCall }, async (request, reply) => {
    const { key, name, email_domain: emailDomain, ...switches } = request.body
    const change = { key, name, emailDomain, ...contract.readSwitches(switches) }
    const result = await updateConsumer(app, change, request.staff!)
    if (!result.ok) return refused(reply, result)
    return { updated_consumer: contract.toWireConsumer(result.consumer), message: consumerMessages.updated }
  })

  scope.post('/twa/create_platform', { schema: contract.createPlatformCall }, async (request, reply) => {
    const { body } = request
    const result = await createPlatform(
      app,
      {
        domain: body.domain,
        clientId: body.client_id,
        preset: body.preset ?? (body.d2l ? 'd2l' : 'canvas'),
        given: givenAddresses(body),
        deploymentIds: body.deployment_ids ?? [],
      },
      request.staff!,
    )
    if (result.ok) return { message: platformMessages.created, platform: contract.toWirePlatform(result.platform) }
    return platformRefused(reply, result)
  })
}
