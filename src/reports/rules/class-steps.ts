/** Steps of a student on the way to access, and after it. A student is in exactly one. */
export const classSteps = {
  in: 'Has access',
  partly: 'Some products',
  agreed: 'Agreed to the terms',
  opened: 'Opened the course',
  ended: 'Access ended',
  removed: 'Removed',
} as const

type ClassStep = keyof typeof classSteps

/** Number of students of a course at each step. Test students and teachers are not counted. */
export type ClassCounts = Record<ClassStep, number>

/** The parts of the bar: few enough to tell apart. */
export const classParts = ({ in: has, partly, agreed, opened, ended, removed }: ClassCounts) => [
  { name: 'Has access', value: has },
  { name: 'Started', value: partly + agreed },
  { name: 'Only opened it', value: opened },
  { name: 'Ended or removed', value: ended + removed },
]

/** Says how far a class is. */
export const classPoint = (counts: ClassCounts): string => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all === 0) return 'No students have opened the course yet.'
  const students = `${counts.in} of ${all} ${all === 1 ? 'student has' : 'students have'} access.`
  const started = counts.partly + counts.agreed
  return [
    students,
    ...(started > 0 ? [`${started} ${started === 1 ? 'has' : 'have'} started.`] : []),
    ...(counts.opened > 0 ? [`${counts.opened} only opened it.`] : []),
  ].join(' ')
}
