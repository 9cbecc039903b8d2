import { type TermSchool, termSchool } from './schools.ts'

/** Amount of practice data. The numbers are of this autumn; two thirds as much of last autumn come on top. */
export interface TermSize {
  schools: number
  courses: number
  students: number
}

const TERM: TermSize = { schools: 40, courses: 600, students: 12_000 }

/** Returns the size of a term, times a factor: 84 gives a million students. */
export const termSize = (factor = 1): TermSize => ({
  schools: Math.max(1, Math.round(TERM.schools * factor)),
  courses: Math.max(1, Math.round(TERM.courses * factor)),
  students: Math.max(1, Math.round(TERM.students * factor)),
})

export interface SchoolPlan {
  school: TermSchool
  courses: number
  students: number
}

/** Divides a total by weights. The parts are whole and add up to it. */
export const divide = (total: number, weights: number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let before = 0
  let given = 0
  return weights.map(weight => {
    before += weight
    const part = Math.round((total * before) / sum) - given
    given += part
    return part
  })
}

/** Plans the schools of a term: how many courses and students each has. */
export const planTerm = (size: TermSize): SchoolPlan[] => {
  const schools = Array.from({ length: size.schools }, (_, index) => termSchool(index))
  const weights = schools.map(s => s.weight)
  const courses = divide(size.courses, weights)
  const students = divide(size.students, weights)
  return schools.map((school, i) => ({ school, courses: courses[i]!, students: students[i]! }))
}
