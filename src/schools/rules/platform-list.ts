import type { DeploymentStatus } from './deployment.ts'

export const platformSorts = { off_first: 'Off first', domain: 'Domain', newest: 'Newest first' } as const

export const platformStates = { on: 'On', off: 'Off', cookieless_off: 'Without cookies: off' } as const

/** A deployment in the list of staff. */
export interface ListedDeployment {
  id: number
  name: string | null
  domain: string
  issuer: string
  clientId: string
  deploymentId: string
  status: DeploymentStatus
  courses: number
  seenTitle: string | null
  seenAt: Date | null
}

export const deploymentSorts = { newest: 'Last launch first', name: 'Name' } as const

export const deploymentStates: Record<DeploymentStatus, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
}
