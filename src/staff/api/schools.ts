import * as z from 'zod'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'
import { consumerMessages, emailDomain } from '#src/schools/rules/consumer.ts'
import { CreateConsumerForm, FindConsumerForm } from '#src/schools/rules/consumer-form.ts'
import { readSwitches, switchesBody } from './switches.ts'
import { wireConsumer } from './wire.ts'

const UpdateBody = z.object({
  key: z.string(),
  email_domain: z.string().nullish(),
  ...switchesBody,
})

export const schoolCalls: Call[] = [
  call({
    method: 'POST',
    path: '/twa/find_consumer',
    does: 'Finds a school by key, and by name. The secret is not returned.',
    answers: ['found_consumer_by_key', 'found_consumer_by_name', 'message'],
    body: FindConsumerForm,
    async run({ body, modules }) {
      const { byKey, byName, message } = await modules.schools.findConsumer(body.key)
      return {
        found_consumer_by_key: byKey && wireConsumer(byKey),
        found_consumer_by_name: byName && wireConsumer(byName),
        message,
      }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/create_consumer',
    does: 'Creates a school for LTI 1.1. Only this response contains its secret.',
    answers: ['created_consumer', 'message'],
    body: CreateConsumerForm,
    async run({ body, staff, modules }) {
      const result = await modules.schools.createConsumer(body, staff)
      if (result.kind === 'refused') return toRefusal(result)
      return {
        created_consumer: { ...wireConsumer(result.consumer), secret: result.secret },
        message: consumerMessages.created,
      }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/update_consumer',
    does: 'Changes what a school accepts. Omitted fields stay unchanged. Codes or payment must stay on.',
    answers: ['updated_consumer', 'message'],
    body: UpdateBody,
    async run({ body, staff, modules }) {
      const domain = body.email_domain == null ? body.email_domain : emailDomain(body.email_domain)
      if (domain === undefined && body.email_domain != null) return refuse(422, consumerMessages.domain, 'email_domain')
      const result = await modules.schools.updateConsumer(
        { key: body.key, ...(domain === undefined ? {} : { emailDomain: domain }), ...readSwitches(body) },
        staff,
      )
      if (result.kind === 'refused') return toRefusal(result)
      return { updated_consumer: wireConsumer(result.consumer), message: consumerMessages.updated }
    },
  }),
]
