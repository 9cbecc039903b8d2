import { z } from 'zod'
import { type SchoolSwitches, switchFields, switchNames } from '#src/schools/rules/school.ts'

/** Body fields for what a school accepts; the same for consumers and deployments. Omitted fields stay unchanged. */
export const switchesBody = {
  accepts_payment: z.boolean().optional(),
  accepts_access_code: z.boolean().optional(),
  is_k12: z.boolean().optional(),
  takes_cards_k12: z.boolean().optional(),
  passes_grades: z.boolean().optional(),
}
type Body = { [Field in keyof typeof switchesBody]?: boolean | undefined }

export const readSwitches = (body: Body): Partial<SchoolSwitches> =>
  Object.fromEntries(
    switchNames.flatMap(name => {
      const given = body[switchFields[name]]
      return given === undefined ? [] : [[name, given]]
    }),
  )

export const wireSwitches = (school: SchoolSwitches) => ({
  accepts_payment: school.acceptsPayment,
  accepts_access_code: school.acceptsAccessCode,
  is_k12: school.isK12,
  takes_cards_k12: school.takesCardsK12,
  passes_grades: school.passesGrades,
})
