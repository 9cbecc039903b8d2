import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { type Reach, reachSays } from './platform.ts'
import type { SchoolSwitches } from './school.ts'

export const deploymentStatuses = ['approved', 'waiting', 'refused'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** A deployment in the staff inbox. */
export interface WaitingDeployment extends SchoolSwitches {
  id: number
  domain: string
  issuer: string
  clientId: string
  deploymentId: string
  name: string | null
  status: DeploymentStatus
  /** Placed unit links ask the LMS for a grade column each. */
  addsUnitColumns: boolean
  seenTitle: string | null
  seenAt: Date | null
}

/** Fields to change. Omitted fields stay unchanged. */
export interface DeploymentChange extends Partial<SchoolSwitches> {
  status?: DeploymentStatus
  name?: string | null
  addsUnitColumns?: boolean
}

/** Sentences of the reasons to refuse a change of a deployment. */
export const deploymentRefusals = {
  deployment_not_found: { message: 'Deployment not found' },
  deployment_last_access_method: { message: 'Keep access codes or card payments turned on.' },
  reason_required: { message: adminMessages.reason, field: 'reason' },
} as const satisfies RefusalTexts

export type DeploymentReason = keyof typeof deploymentRefusals

/** Describes the effects of refusing an approved deployment. */
export const describeDeploymentRefusal = ({ name, ...reach }: { name: string } & Reach) => [
  `No one can open Signbook from ${name} until you approve it again.`,
  reachSays(reach),
]

/** Returns the name of an LTI 1.3 school. The SQL fragment `deploymentSchool` does the same. */
const schoolOf = (d: Pick<WaitingDeployment, 'name' | 'domain'>): string => d.name ?? d.domain

/** Returns the staff name of a deployment. Unnamed ones may share a host, so the deployment id is added. */
export const deploymentName = (d: Pick<WaitingDeployment, 'name' | 'domain' | 'deploymentId'>): string =>
  d.name ? schoolOf(d) : `${schoolOf(d)}, deployment ${d.deploymentId}`

/** Names one deployment of a school, which may have several. */
export const whichDeployment = (d: Pick<WaitingDeployment, 'name' | 'domain' | 'deploymentId'>): string =>
  `deployment ${d.deploymentId} of ${schoolOf(d)}`

/** Returns the message after staff approve or reject a deployment. */
export const deploymentDecided = (deployment: Parameters<typeof whichDeployment>[0] & { status: string }) =>
  `The ${whichDeployment(deployment)} is ${deployment.status}.`
