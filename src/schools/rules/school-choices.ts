import { type SchoolRef, schoolText } from '#src/core/rules/school-ref.ts'
import { LTI } from './school-facts.ts'

export interface ChoosableSchool extends SchoolRef {
  name: string
  /** Key of a consumer, or the deployment ID that the LMS sends. */
  lmsId: string
}

/** Returns the choices of a select of schools. A name that occurs twice has the LTI version, and the key if needed. */
export const schoolChoices = (schools: ChoosableSchool[]): { value: string; label: string }[] => {
  const nameOf = ({ name }: ChoosableSchool) => name.toLowerCase()
  const versionOf = (school: ChoosableSchool) => `${school.kind} ${nameOf(school)}`
  const names = countBy(schools.map(nameOf))
  const versions = countBy(schools.map(versionOf))
  return schools.map(school => {
    const parts = [
      school.name,
      ...(names.get(nameOf(school)) === 1 ? [] : [LTI[school.kind]]),
      ...(versions.get(versionOf(school)) === 1 ? [] : [school.lmsId]),
    ]
    return { value: schoolText(school), label: parts.join(', ') }
  })
}

const countBy = (keys: string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
