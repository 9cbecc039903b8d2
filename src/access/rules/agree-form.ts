import * as z from 'zod/mini'
import { agreeMessage } from './entitlement.ts'

/** Form of the terms checkbox, which must be ticked. Used on the server only. */
export const AgreeForm = z.object({ agreed: z.literal('yes', agreeMessage) })
