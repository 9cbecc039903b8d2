import { hrefs } from '../paths.ts'

export interface PaletteOption {
  label: string
  href: string
  detail?: string
}

export interface OptionGroup {
  title: string
  options: PaletteOption[]
}

/** Characters from which records are searched. Every search is written to the audit, as on the page Find. */
export const MIN_SEARCH = 3

/** Returns the groups whose options contain every typed word, without empty groups. */
export const matchingGroups = (groups: OptionGroup[], typed: string): OptionGroup[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const has = ({ label }: PaletteOption) => words.every(word => label.toLowerCase().includes(word))
  return groups
    .map(({ title, options }) => ({ title, options: options.filter(has) }))
    .filter(({ options }) => options.length > 0)
}

/** Reads the pages of the navigation, which shows what the role may open. */
export const pagesOf = (document: Document): PaletteOption[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('.rail a[data-page]')].map(link => ({
    label: link.dataset.page ?? '',
    href: link.pathname,
  }))

/** Reads the results of the page Find: a row of each table, and the person that it shows whole. */
export const hitsOf = (find: Document, typed: string): OptionGroup[] => {
  const person = find.querySelector('#person h2')?.textContent
  const page = find.querySelector('#person a[href^="/people/"]')?.getAttribute('href') ?? hrefs.find(typed)
  const tables = [...find.querySelectorAll('.hits .panel')].map(panel => ({
    title: panel.querySelector('h2')?.textContent ?? '',
    options: [...panel.querySelectorAll('tbody tr')].flatMap(optionOf),
  }))
  const found = person ? [{ title: 'People', options: [{ label: person, href: page }] }, ...tables] : tables
  return found.filter(({ options }) => options.length > 0)
}

const optionOf = (row: Element): PaletteOption[] => {
  const link = row.querySelector('a')
  if (!link) return []
  const cells = [...row.querySelectorAll('td, th')].filter(cell => !cell.contains(link))
  const detail = cells.map(cell => cell.textContent).join(' · ')
  return [{ label: link.textContent ?? '', href: link.getAttribute('href') ?? '', detail }]
}
