import { schoolText } from '#src/core/rules/school-ref.ts'
import { type SchoolFacts, versionName } from '#src/schools/rules/school-facts.ts'
import { hrefs, paths } from '../../paths.ts'
import { Steps } from '../readiness.tsx'
import type { SchoolPage } from './screen.tsx'

/** Panel with the steps to set up each record of a school: those done, those left, and links to do them. */
export const SchoolReadiness = ({ data: { school, readiness, rights } }: { data: SchoolPage }) => (
  <Steps
    ready="Ready for courses"
    groups={school.versions.map((version, at) => ({
      name: school.versions.length > 1 ? versionName(version, school.versions) : null,
      lines: readiness[at]?.lines ?? [],
      fixes: rights.everywhere ? fixesOf(version, readiness[at]?.videoHost ?? '') : {},
    }))}
  />
)

const fixesOf = (version: SchoolFacts, videoHost: string) => ({
  secret:
    version.kind === 'consumer'
      ? { label: 'Key and secret', href: hrefs.consumer(version.key) }
      : { label: 'Platforms', href: paths.platforms },
  deployment: { label: 'Open the deployment', href: hrefs.deployment(version.id) },
  launches: {
    label: 'Refused launches',
    href: hrefs.launches({ school: schoolText(version), outcome: 'refused' }),
  },
  video: { label: 'Check the domain', href: hrefs.videoDomain(videoHost) },
})
