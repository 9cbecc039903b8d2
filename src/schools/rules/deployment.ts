import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { type Reach, reachSays } from './platform.ts'
import { isSharedHost } from './platform-presets.ts'
import type { SchoolSwitches } from './school.ts'
import type { NamedSchool } from './school-facts.ts'

export const deploymentStatuses = ['approved', 'waiting', 'refused'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

export interface WaitingDeployment {
  id: number
  platformId: number
  domain: string
  issuer: string
  clientId: string
  deploymentId: string
  /** Its school, once it was approved. */
  schoolId: number | null
  school: string | null
  status: DeploymentStatus
  /** The name by which the LMS calls itself. */
  seenName: string | null
  seenTitle: string | null
  seenAt: Date | null
}

/** A decision of staff. One that is approved belongs to a school that exists, or to a new one. */
export type DeploymentDecision =
  | { status: 'refused' }
  | { status: 'approved'; schoolId: number }
  | { status: 'approved'; newSchool: NewSchool }
  /** For one that has a school already. */
  | { status: 'approved' }

type NewSchool = { name: string } & Partial<SchoolSwitches>

export const deploymentRefusals = {
  deployment_not_found: { message: 'Deployment not found' },
  school_not_found: { message: 'School not found', field: 'school' },
  school_not_chosen: { message: 'Choose a school, or a new one.', field: 'school' },
  school_name_required: { message: 'Enter the name of the school.', field: 'name' },
  school_name_exists: { message: 'A school with this name exists. Choose it, or another name.', field: 'name' },
  last_access_method: { message: 'Keep access codes or card payments turned on.', field: 'accepts_payment' },
  reason_required: { message: adminMessages.reason, field: 'reason' },
} as const satisfies RefusalTexts

export type DeploymentReason = keyof typeof deploymentRefusals

export interface SchoolGuess extends NamedSchool {
  because: 'host' | 'name'
}

export const guessTexts: Record<SchoolGuess['because'], string> = { host: 'same host', name: 'similar name' }

/** Guesses the schools of a deployment: those launched from its host, unless many share it, then similar names. */
export const guessSchools = (
  { domain, seenName, seenTitle }: Pick<WaitingDeployment, 'domain' | 'seenName' | 'seenTitle'>,
  schools: NamedSchool[],
  hosts: { schoolId: number; host: string }[],
): SchoolGuess[] => {
  const atHost = new Set(isSharedHost(domain) ? [] : hosts.filter(h => h.host === domain).map(h => h.schoolId))
  const texts = [seenName, seenTitle].map(text => tellingWords(text ?? ''))
  const isAlike = ({ name }: NamedSchool) => texts.some(words => areAlike(words, tellingWords(name)))
  return [
    ...schools.filter(s => atHost.has(s.id)).map(s => ({ ...s, because: 'host' as const })),
    ...schools.filter(s => !atHost.has(s.id) && isAlike(s)).map(s => ({ ...s, because: 'name' as const })),
  ]
}

/** Words that many schools have in their names, and courses in their titles. */
const COMMON = new Set('the of and at school schools high college university district canvas moodle asl'.split(' '))

const tellingWords = (text: string): string[] => wordsOf(text).filter(word => word.length > 2 && !COMMON.has(word))

/** Returns true if the shorter list has words, and all of them are in the other. */
const areAlike = (a: string[], b: string[]): boolean => {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  return few.length > 0 && few.every(word => many.includes(word))
}

export const describeDeploymentRefusal = ({ name, ...reach }: { name: string } & Reach) => [
  `No one can open Signbook from ${name} until you approve it again.`,
  reachSays(reach),
]

type Named = Pick<WaitingDeployment, 'school' | 'seenName' | 'domain' | 'deploymentId'>

/** Returns the name of a deployment: its school's, what the LMS calls itself, or its host, which others may share. */
export const deploymentName = ({ school, seenName, domain, deploymentId }: Named): string =>
  school ?? seenName ?? `${domain}, deployment ${deploymentId}`

/** Names one deployment of a school, which may have several. */
export const whichDeployment = ({ school, seenName, domain, deploymentId }: Named): string =>
  `deployment ${deploymentId} of ${school ?? seenName ?? domain}`

export const deploymentDecided = (deployment: Named & { status: string }) =>
  `The ${whichDeployment(deployment)} is ${deployment.status}.`

export interface ListedDeployment extends WaitingDeployment {
  courses: number
}

export const deploymentSorts = { newest: 'Last launch first', name: 'Name' } as const

export const deploymentStates: Record<DeploymentStatus, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
}
