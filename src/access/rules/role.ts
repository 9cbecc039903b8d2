export const roles = ['learner', 'instructor', 'assistant', 'administrator', 'developer', 'observer'] as const
export type Role = (typeof roles)[number]

/** Role letter shown to staff. */
export const roleLetter: Record<Role, string> = {
  learner: 'L',
  instructor: 'I',
  assistant: 'T',
  administrator: 'A',
  developer: 'C',
  observer: 'O',
}

export const teaches = (role: Role): boolean => role !== 'learner' && role !== 'observer'
