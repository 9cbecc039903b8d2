import * as z from 'zod/mini'
import { activationMessages } from './activation.ts'

/** Form for activating a 1.3 course. In a file of its own so that other pages do not load zod. */
export const ActivateForm = z.object({
  token: z.string(activationMessages.token).check(z.trim(), z.minLength(1, activationMessages.token)),
  product_code: z.string(activationMessages.product).check(z.trim(), z.minLength(1, activationMessages.product)),
})
