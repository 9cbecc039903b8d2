import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import type { SchoolSwitches } from './school.ts'

/** A school as its page shows it: a consumer (LTI 1.1) or a deployment (LTI 1.3). */
export interface SchoolFacts extends SchoolRef, SchoolSwitches {
  name: string
  /** Consumer key, or host of the platform. */
  key: string
  /** LTI 1.3 only. */
  issuer: string | null
  clientId: string | null
  deploymentId: string | null
  /** True if people can open launches: the deployment is approved and its platform is on. Always true for 1.1. */
  isOn: boolean
  emailDomain: string | null
  isHosted: boolean
  /** When the school was created here, or first launched. */
  createdAt: Date
  contact: string
  note: string
  /** Schools of the same name, which are this school by the other LTI version or another key. */
  sameName: (SchoolRef & { key: string })[]
}

/** Form of staff's own words about a school. */
export const SchoolNoteForm = z.object({
  contact: z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters.')),
  note: z.string().check(z.trim(), z.maxLength(2000, 'At most 2,000 characters.')),
})

export type SchoolNote = z.infer<typeof SchoolNoteForm>

export const schoolMessages = { noted: 'Saved.' } as const

export const schoolRefusals = { school_not_found: { message: 'School not found' } } as const satisfies RefusalTexts
