import { hrefs } from '../../paths.ts'

/** Print settings of the cards, from the address of the page. */
export interface Sheet {
  perSheet: '4' | '8' | '10'
  paper: 'letter' | 'a4'
  school: string
}

export const PER_SHEET: Sheet['perSheet'][] = ['4', '8', '10']
export const PAPERS: { value: Sheet['paper']; label: string }[] = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
]
export const MOST_SCHOOL = 60

/** Reads the choices. What is not one of them counts as not chosen. `school` is whose name the cards have if none is. */
export const readSheet = (query: Record<string, string>, school = ''): Sheet => ({
  perSheet: PER_SHEET.find(n => n === query.per) ?? '10',
  paper: PAPERS.find(p => p.value === query.paper)?.value ?? 'letter',
  school: (query.school ?? school).trim().slice(0, MOST_SCHOOL),
})

/** Returns the address of one page of cards with these choices. */
export const sheetHref = (batchId: number, { perSheet, paper, school }: Sheet, page: number): string =>
  `${hrefs.codeCards(batchId)}?${new URLSearchParams({ per: perSheet, paper, school, page: String(page) })}`
