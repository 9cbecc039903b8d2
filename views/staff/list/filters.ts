import type { ListFilter, ListOption } from './staff-list.ts'

/** Returns the options of a table of labels. */
export const optionsOf = (labels: Record<string, string>): ListOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** A filter with fixed choices. */
export const choiceFilter = (name: string, label: string, labels: Record<string, string>): ListFilter => ({
  name,
  label,
  options: () => optionsOf(labels),
})

export const stateFilter = (labels: Record<string, string>): ListFilter => choiceFilter('state', 'State', labels)
