import type { DeploymentStatus, WaitingDeployment } from './deployment.ts'

export const platformSorts = { off_first: 'Off first', domain: 'Domain', newest: 'Newest first' } as const

export const platformStates = { on: 'On', off: 'Off', cookieless_off: 'Without cookies: off' } as const

/** A deployment in the list of staff. */
export interface ListedDeployment extends Omit<WaitingDeployment, 'platformId'> {
  courses: number
}

export const deploymentSorts = { newest: 'Last launch first', name: 'Name' } as const

export const deploymentStates: Record<DeploymentStatus, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
}
