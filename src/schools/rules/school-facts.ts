import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { consumerRefusals } from './consumer.ts'
import type { WaitingDeployment } from './deployment.ts'
import type { SchoolSettings } from './school.ts'

/** A connection of a school: a consumer (LTI 1.1) or a deployment (LTI 1.3). */
export interface ConnectionRef {
  kind: 'consumer' | 'deployment'
  id: number
}

interface ConsumerConnection extends ConnectionRef {
  kind: 'consumer'
  key: string
  isHosted: boolean
  createdAt: Date
  courses: number
}

type DeploymentFacts = 'deploymentId' | 'status' | 'seenName' | 'platformId' | 'domain' | 'issuer' | 'clientId'

interface DeploymentConnection extends ConnectionRef, Pick<WaitingDeployment, DeploymentFacts> {
  kind: 'deployment'
  /** True if people can open launches: the deployment is approved and its platform is on. */
  isOn: boolean
  createdAt: Date
  courses: number
}

export interface SchoolConnections {
  consumers: ConsumerConnection[]
  deployments: DeploymentConnection[]
}

export interface SchoolFacts extends SchoolSettings, SchoolNote {
  id: number
  createdAt: Date
  connections: SchoolConnections
}

/** Returns the LTI versions that a school uses, for example 'LTI 1.1 and LTI 1.3'. */
export const versionsText = ({ consumers, deployments }: SchoolConnections): string =>
  [...(consumers.length > 0 ? ['LTI 1.1'] : []), ...(deployments.length > 0 ? ['LTI 1.3'] : [])].join(' and ')

export const findConnection = ({ connections }: Pick<SchoolFacts, 'connections'>, { kind, id }: ConnectionRef) =>
  [...connections.consumers, ...connections.deployments].find(c => c.kind === kind && c.id === id)

export const connectionName = (
  connection: Pick<ConsumerConnection, 'kind' | 'key'> | Pick<DeploymentConnection, 'kind' | 'deploymentId' | 'domain'>,
): string =>
  connection.kind === 'consumer'
    ? `LTI 1.1, key ${connection.key}`
    : `LTI 1.3, deployment ${connection.deploymentId} of ${connection.domain}`

export const SchoolNoteForm = z.object({
  contact: z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters.')),
  note: z.string().check(z.trim(), z.maxLength(2000, 'At most 2,000 characters.')),
})

export type SchoolNote = z.infer<typeof SchoolNoteForm>

export const schoolMessages = { noted: 'Saved.', updated: 'School updated.' } as const

export const schoolRefusals = {
  school_not_found: { message: 'School not found' },
  school_name_required: { message: 'Enter the name of the school.', field: 'name' },
  school_name_exists: { message: 'A school with this name exists. Choose a different name.', field: 'name' },
  last_access_method: consumerRefusals.last_access_method,
  invalid_email_domain: consumerRefusals.invalid_email_domain,
} as const satisfies RefusalTexts

export interface ListedSchool extends Omit<SchoolSettings, 'passesGrades' | 'yearlyAccess' | 'addsUnitColumns'> {
  id: number
  /** Keys of its consumers (LTI 1.1). */
  keys: string[]
  /** Domains of the platforms of its approved deployments (LTI 1.3). */
  domains: string[]
  /** Codes of the products that new courses start with. */
  defaultProducts: string[]
  courses: number
}

export const schoolSorts = { name: 'Name', newest: 'Newest first' } as const

export const schoolVersions = { '1.1': 'LTI 1.1', '1.3': 'LTI 1.3' } as const

export const schoolStates = {
  k12: 'K-12',
  no_default: 'Without default products',
  no_course: 'No course yet',
} as const

export interface NamedSchool {
  id: number
  name: string
}

export const schoolChoices = (schools: NamedSchool[]): { value: string; label: string }[] =>
  schools.map(({ id, name }) => ({ value: String(id), label: name }))

/** A link to the seat page of a school that works. */
export interface SeatLink {
  id: number
  /** The last part of its address: the number with a signature. */
  link: string
  createdAt: Date
}

export const seatLinkMessages = {
  created: 'Link created. Send it to the coordinator of the school.',
  withdrawn: 'The link opens nothing from now on.',
} as const
