import * as z from 'zod/mini'
import { agreeMessage } from './entitlement.ts'

/** The terms checkbox: yes or no, and it must be yes (spec §5). Only the server needs it: in the browser it is a checkbox. */
export const AgreeForm = z.object({ agreed: z.literal('yes', agreeMessage) })
