import * as z from 'zod/mini'
import { consumerMessages } from './consumer.ts'

const key = z
  .string(consumerMessages.blankKey)
  .check(z.trim(), z.minLength(1, consumerMessages.blankKey), z.maxLength(200))

export const FindConsumerForm = z.object({ key })
export const CreateConsumerForm = z.object({
  key,
  name: z
    .string(consumerMessages.blankName)
    .check(z.trim(), z.minLength(1, consumerMessages.blankName), z.maxLength(200)),
})
