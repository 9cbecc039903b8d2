import { codeGroups } from '#src/access/rules/access-code.ts'
import type { BatchCode, CodeBatch } from '#src/access/rules/code-batches.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import { type Language, languages } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Mark } from '../ui/public-page.tsx'
import { Qr } from '../ui/qr.tsx'

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
export const SCHOOL_NAME_MAX = 60

/** Reads the choices, and ignores unknown ones. `school` is used if the address names none. */
export const readSheet = (query: Record<string, string>, school = ''): Sheet => ({
  perSheet: PER_SHEET.find(n => n === query.per) ?? '10',
  paper: PAPERS.find(p => p.value === query.paper)?.value ?? 'letter',
  school: (query.school ?? school).trim().slice(0, SCHOOL_NAME_MAX),
})

/** Returns the address of one page of cards with these choices. */
export const sheetHref = (batchId: number, { perSheet, paper, school }: Sheet, page: number): `/${string}` =>
  `${hrefs.codeCards(batchId)}?${new URLSearchParams({ per: perSheet, paper, school, page: String(page) })}`

/** A multiple of 4, 8 and 10, so that every sheet is full. Few enough to print without a delay. */
const PER_PAGE = 80

/** Returns the codes of one page of cards. */
export const pageOfCards = (all: BatchCode[], typed: string | undefined) => {
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE))
  const at = Math.min(Math.max(1, Number(typed) || 1), pages)
  return { codes: all.slice((at - 1) * PER_PAGE, at * PER_PAGE), at, pages, size: all.length }
}

interface CardsProps {
  batch: CodeBatch
  codes: BatchCode[]
  sheet: Sheet
  site: Site
}

/** Sheets of cards, to be printed. */
export const Cards = ({ batch, codes, sheet, site }: CardsProps) => (
  <ul className={`code-cards cards-${sheet.perSheet} paper-${sheet.paper}`}>
    {codes.map(code => (
      <CodeCard key={code.code} code={code} batch={batch} school={sheet.school} site={site} />
    ))}
  </ul>
)

interface PagesProps extends Omit<ReturnType<typeof pageOfCards>, 'codes'> {
  label: string
  href(page: number): `/${string}`
}

/** Links to the pages, if there are several. */
export const CardPages = ({ label, at, pages, size, href }: PagesProps) =>
  pages > 1 && (
    <nav aria-label={label}>
      <ul className="link-row">
        {Array.from({ length: pages }, (_, i) => i + 1).map(n => (
          <li key={n}>
            <a href={href(n)} aria-current={n === at ? 'page' : undefined}>
              {(n - 1) * PER_PAGE + 1}–{Math.min(n * PER_PAGE, size)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )

interface CardProps {
  code: BatchCode
  batch: CodeBatch
  /** The school's name, or '' for none. */
  school: string
  site: Site
}

/** One card: the code in large groups, and a QR code that opens it on the student's phone, with what to do with both. */
const CodeCard = ({ code: { code, maxUsage, expiresAt }, batch, school, site }: CardProps) => (
  <li className="code-card">
    <div className="code-card-top">
      <p className="code-card-brand">
        <Mark size={20} /> <span>{school || 'Signbook'}</span>
      </p>
      <p className="code-card-product">{batch.productName}</p>
      <p className="code-card-code">
        <span className="visually-hidden">{code}</span>
        <code aria-hidden="true">
          {codeGroups(code).map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat, and never move
            <span key={at}>{group}</span>
          ))}
        </code>
      </p>
    </div>
    <Qr text={`${site.publicUrl}${hrefs.code(code)}`} label={`QR code of ${code}`} />
    <div className="code-card-how">
      {languages.map(language => (
        <p key={language} lang={language}>
          {howTo(language, maxUsage, expiresAt && longDate(expiresAt, site.timezone, language))}
        </p>
      ))}
      <p>
        {languages.map(language => textsIn(language).codeCard.help).join(' · ')}: <strong>{site.support.email}</strong>
      </p>
    </div>
  </li>
)

/** Instructions on a card, with the number of uses of its code and its last day. */
const howTo = (language: Language, times: number, until: string | null): string => {
  const texts = textsIn(language).codeCard
  return `${texts.how} ${texts.works(times)}${until ? texts.until(until) : '.'}`
}
