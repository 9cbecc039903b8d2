import { listDeploymentPage } from '#src/schools/deployments.ts'
import { deploymentName } from '#src/schools/rules/deployment.ts'
import { deploymentSorts, deploymentStates, type ListedDeployment } from '#src/schools/rules/platform-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { TwoLines } from '../list/two-lines.tsx'
import { DeploymentState } from './deployment-state.tsx'

/** All deployments. */
export const deploymentList: StaffList<ListedDeployment> = {
  name: 'deployments',
  title: 'All deployments',
  path: paths.deployments,
  search: 'School, domain or deployment ID',
  columns: [
    {
      head: 'School',
      value: deploymentName,
      cell: d => (
        <TwoLines below={(d.school ?? d.seenName) && d.domain}>
          <a href={hrefs.deployment(d.id)}>{deploymentName(d)}</a>
        </TwoLines>
      ),
    },
    { head: 'Issuer', value: d => d.issuer, inFile: true },
    { head: 'Client ID', value: d => d.clientId, inFile: true },
    { head: 'Deployment', value: d => d.deploymentId },
    { head: 'State', value: d => d.status, cell: d => <DeploymentState status={d.status} /> },
    { head: 'Courses', value: d => d.courses, figure: true },
    { head: 'Launched from', value: d => d.seenTitle, minor: true },
    { head: 'Last launch', value: d => d.seenAt, minor: true },
  ],
  filters: [stateFilter(deploymentStates)],
  sorts: deploymentSorts,
  empty: 'No deployment matches. Each one appears after its first launch.',
  holds: 'facts',
  find: listDeploymentPage,
}
