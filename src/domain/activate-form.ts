import * as z from 'zod/mini'
import { activationMessages } from './activation.ts'

/** What activating a 1.3 course asks for. Apart, so that pages which only compare carry no schema library. */
export const ActivateForm = z.object({
  token: z.string(activationMessages.token).check(z.trim(), z.minLength(1, activationMessages.token)),
  product_code: z.string(activationMessages.product).check(z.trim(), z.minLength(1, activationMessages.product)),
})
