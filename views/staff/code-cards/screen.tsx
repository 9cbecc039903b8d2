import { downloadCodeBatch } from '#src/access/code-batches.ts'
import { codeGroups } from '#src/access/rules/access-code.ts'
import { type BatchCode, type CodeBatch, codeRefusals } from '#src/access/rules/code-batches.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import { type Language, languages } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, type Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Feedback } from '../../ui/office-page.tsx'
import { Mark } from '../../ui/public-page.tsx'
import { Qr } from '../../ui/qr.tsx'
import { staffScreen } from '../staff-screen.ts'

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
const MOST_SCHOOL = 60

/** Reads the choices. What is not one of them counts as not chosen. `school` is whose name the cards have if none is. */
export const readSheet = (query: Record<string, string>, school = ''): Sheet => ({
  perSheet: PER_SHEET.find(n => n === query.per) ?? '10',
  paper: PAPERS.find(p => p.value === query.paper)?.value ?? 'letter',
  school: (query.school ?? school).trim().slice(0, MOST_SCHOOL),
})

/** Returns the address of one page of cards with these choices. */
export const sheetHref = (batchId: number, { perSheet, paper, school }: Sheet, page: number): string =>
  `${hrefs.codeCards(batchId)}?${new URLSearchParams({ per: perSheet, paper, school, page: String(page) })}`

interface CardsPage {
  shown: { batch: CodeBatch; codes: BatchCode[] } | null
  /** Current page, counted from 1. */
  at: number
  pages: number
  sheet: Sheet
}

/** Full sheets of each size: few enough to render and print without a delay. */
const PER_PAGE = 80

/** Print cards: each card has an access code as text and as a QR code. */
export const codeCardsScreen = staffScreen<CardsPage>({
  path: paths.codeCards,
  load: async ({ app, params, query, staff }) => {
    const found = await downloadCodeBatch(app, params.batch ?? '', 'cards', staff)
    const valid = found?.codes.filter(code => code.voidedAt === null) ?? []
    const pages = Math.max(1, Math.ceil(valid.length / PER_PAGE))
    const at = Math.min(Math.max(1, Number(query.page) || 1), pages)
    const codes = valid.slice((at - 1) * PER_PAGE, at * PER_PAGE)
    const shown = found && { batch: found.batch, codes }
    return page<CardsPage>(
      { shown, at, pages, sheet: readSheet(query, found?.batch.school?.name) },
      { title: 'Print cards', status: found ? 200 : 404 },
    )
  },
  View: ({ data: { shown, at, pages, sheet }, site }) => (
    <div className="office-page">
      <header className="office-head no-print">
        <h1>Print cards</h1>
        {shown ? (
          <p className="soft">
            Print this page in your browser. <a href={hrefs.batch(shown.batch.id)}>Back to the codes</a>
          </p>
        ) : (
          <Feedback feedback={{ tone: 'problem', text: codeRefusals.batch_not_found.message }} />
        )}
        {shown && <SheetForm sheet={sheet} />}
        {shown && pages > 1 && <Pages batch={shown.batch} at={at} pages={pages} sheet={sheet} />}
      </header>
      {shown && (
        <ul className={`code-cards cards-${sheet.perSheet} paper-${sheet.paper}`}>
          {shown.codes.map(code => (
            <CodeCard key={code.code} code={code} batch={shown.batch} school={sheet.school} site={site} />
          ))}
        </ul>
      )}
    </div>
  ),
})

/** Chooses how the cards are printed. A form that only asks for the page again. */
const SheetForm = ({ sheet: { perSheet, paper, school } }: { sheet: Sheet }) => (
  <form method="get" className="sheet-form">
    <Field label="School's name" name="school" defaultValue={school} maxLength={MOST_SCHOOL} />
    <Select
      label="Cards per sheet"
      name="per"
      value={perSheet}
      options={PER_SHEET.map(n => ({ value: n, label: n }))}
    />
    <Select label="Paper" name="paper" value={paper} options={PAPERS} />
    <Button look="quiet">Show</Button>
  </form>
)

interface PagesProps {
  batch: CodeBatch
  at: number
  pages: number
  sheet: Sheet
}

const Pages = ({ batch, at, pages, sheet }: PagesProps) => (
  <nav aria-label="Pages of cards">
    <ul className="page-links">
      {Array.from({ length: pages }, (_, i) => i + 1).map(n => (
        <li key={n}>
          <a href={sheetHref(batch.id, sheet, n)} aria-current={n === at ? 'page' : undefined}>
            {(n - 1) * PER_PAGE + 1}–{Math.min(n * PER_PAGE, batch.size)}
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
      <p className="code-card-product">{batch.product.name}</p>
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
