import { codeGroups } from '#src/access/rules/access-code.ts'
import type { BatchCode, CodeBatch } from '#src/access/rules/code-batches.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import { type Language, languages } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Mark } from '../ui/public-page.tsx'
import { Qr } from '../ui/qr.tsx'

/** Eight full sheets: few enough to render and print without a delay. */
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
  site: Site
}

/** Sheets of ten cards, to be printed on Letter or A4. */
export const Cards = ({ batch, codes, site }: CardsProps) => (
  <ul className="code-cards">
    {codes.map(code => (
      <CodeCard key={code.code} code={code} batch={batch} site={site} />
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
  site: Site
}

/** One card: the code in large groups, and a QR code that opens it on the student's phone, with what to do with both. */
const CodeCard = ({ code: { code, maxUsage, expiresAt }, batch, site }: CardProps) => (
  <li className="code-card">
    <div className="code-card-top">
      <p className="code-card-brand">
        <Mark size={20} /> <span>{batch.school?.name ?? 'Signbook'}</span>
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
