import type { DeploymentStatus } from '#src/schools/rules/deployment.ts'
import { Badge } from '../../ui/badge.tsx'

const tones = { approved: 'good', waiting: 'plain', refused: 'problem' } as const

/** Says if people can open launches of a deployment. */
export const DeploymentState = ({ status }: { status: DeploymentStatus }) => (
  <Badge tone={tones[status]}>{status}</Badge>
)
