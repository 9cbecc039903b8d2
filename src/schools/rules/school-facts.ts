import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { type SchoolSwitches, switchNames } from './school.ts'

/** A school by one LTI version: a consumer (1.1) or a deployment (1.3). */
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
  /** Other schools of this name. A deployment that is not approved is not joined with them (docs/rules/schools.md). */
  sameName: (SchoolRef & { key: string })[]
}

/** A school with its records by both LTI versions. Most have one record. */
export interface JoinedSchool extends SchoolNote {
  name: string
  /** LTI 1.1 first, then by id. Never empty. */
  versions: [SchoolFacts, ...SchoolFacts[]]
}

/** Joins the records of one school. Words that staff wrote about each are kept. */
export const joinVersions = (versions: JoinedSchool['versions']): JoinedSchool => {
  const words = (of: keyof SchoolNote) => [...new Set(versions.map(v => v[of]).filter(Boolean))]
  return { name: versions[0].name, contact: words('contact').join('; '), note: words('note').join('\n\n'), versions }
}

export const LTI = { consumer: 'LTI 1.1', deployment: 'LTI 1.3' } as const

/** Returns 'LTI 1.3', with what distinguishes it if the school has two records of this version. */
export const versionName = ({ kind, key, deploymentId }: SchoolFacts, versions: SchoolFacts[]): string =>
  versions.filter(v => v.kind === kind).length > 1 ? `${LTI[kind]}, ${key} ${deploymentId ?? ''}`.trim() : LTI[kind]

/** Settings that differ between the records of a school, by name. */
export const differingSwitches = ([first, ...others]: JoinedSchool['versions']): (keyof SchoolSwitches)[] =>
  switchNames.filter(name => others.some(other => other[name] !== first[name]))

/** Form of staff's own words about a school. */
export const SchoolNoteForm = z.object({
  contact: z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters.')),
  note: z.string().check(z.trim(), z.maxLength(2000, 'At most 2,000 characters.')),
})

export type SchoolNote = z.infer<typeof SchoolNoteForm>

export const schoolMessages = { noted: 'Saved.' } as const

export const schoolRefusals = { school_not_found: { message: 'School not found' } } as const satisfies RefusalTexts
