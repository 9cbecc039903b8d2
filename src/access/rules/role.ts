export type Role = 'learner' | 'instructor' | 'assistant' | 'administrator' | 'developer' | 'observer'

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
