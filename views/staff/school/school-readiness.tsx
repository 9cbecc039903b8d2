import { schoolText } from '#src/core/rules/school-ref.ts'
import { hrefs, paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { Steps } from '../readiness.tsx'
import type { SchoolPage } from './load.ts'

/** Panel with the steps to set up a school: those done, those left, and links to do them. */
export const SchoolReadiness = ({ data: { school, readiness, rights } }: { data: SchoolPage }) => {
  const settings =
    school.kind === 'consumer'
      ? { label: 'Key and secret', href: hrefs.consumer(school.key) }
      : { label: 'Platforms', href: paths.platforms }
  const fixes = {
    secret: settings,
    deployment: { label: 'Open the deployment', href: hrefs.deployment(school.id) },
    launches: {
      label: 'Refused launches',
      href: hrefs.launches({ school: schoolText(school), outcome: 'refused' }),
    },
    video: {
      label: 'Check the domain',
      href: withQuery(paths.manageSproutvideo, { domain: readiness.videoHost ?? '' }),
    },
  }
  return <Steps ready="Ready for courses" lines={readiness.lines} fixes={rights.everywhere ? fixes : {}} />
}
