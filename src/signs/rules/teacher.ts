export const teacherTabs = ['signs', 'units', 'resources', 'how-to', 'faqs'] as const

export type TeacherTab = (typeof teacherTabs)[number]

/** Returns the tab of a query, or the first tab if unknown. */
export const teacherTab = (asked: string | undefined): TeacherTab => teacherTabs.find(tab => tab === asked) ?? 'signs'

/** Returns the unit of a query if allowed, else the first allowed one. */
export const chosenUnit = (allowed: number[], asked: string | undefined): number => {
  const wanted = /^\d{1,2}$/.test(asked ?? '') ? Number(asked) : Number.NaN
  return allowed.includes(wanted) ? wanted : (allowed[0] ?? 1)
}
