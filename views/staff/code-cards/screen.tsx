import { encode } from 'uqr'
import { type BatchCode, type CodeBatch, codeRefusals } from '#src/codes/rules/generate-codes.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, type Site } from '../../screen.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Mark } from '../../ui/mark.tsx'
import { staffScreen } from '../staff-screen.ts'

interface CardsPage {
  shown: { batch: CodeBatch; codes: BatchCode[] } | null
  /** Current page, counted from 1. */
  at: number
  pages: number
}

/** Ten sheets of ten cards: few enough to render and print without a delay. */
const PER_PAGE = 100

/** Print cards: each card has an access code as text and as a QR code. */
export const codeCardsScreen = staffScreen<CardsPage>({
  path: paths.codeCards,
  load: async ({ modules, params, query, staff }) => {
    const found = await modules.codes.downloadCodeBatch(params.batch ?? '', 'cards', staff)
    const pages = Math.max(1, Math.ceil((found?.codes.length ?? 0) / PER_PAGE))
    const at = Math.min(Math.max(1, Number(query.page) || 1), pages)
    const codes = found?.codes.slice((at - 1) * PER_PAGE, at * PER_PAGE) ?? []
    const shown = found && { batch: found.batch, codes }
    return page<CardsPage>({ shown, at, pages }, { title: 'Print cards', status: found ? 200 : 404 })
  },
  View: ({ data: { shown, at, pages }, site }) => (
    <div className="office-page">
      <header className="office-head no-print">
        <h1>Print cards</h1>
        {shown ? (
          <p className="soft">
            Print this page in your browser. Each sheet holds ten cards.{' '}
            <a href={hrefs.batch(shown.batch.id)}>Back to the codes</a>
          </p>
        ) : (
          <Feedback feedback={{ tone: 'problem', text: codeRefusals.batch_not_found.message }} />
        )}
        {shown && pages > 1 && <Pages batch={shown.batch} at={at} pages={pages} />}
      </header>
      {shown && (
        <ul className="code-cards">
          {shown.codes.map(code => (
            <CodeCard key={code.code} code={code} batch={shown.batch} site={site} />
          ))}
        </ul>
      )}
    </div>
  ),
})

const Pages = ({ batch, at, pages }: { batch: CodeBatch; at: number; pages: number }) => (
  <nav aria-label="Pages of cards">
    <ul className="page-links">
      {Array.from({ length: pages }, (_, i) => i + 1).map(n => (
        <li key={n}>
          <a href={`${hrefs.codeCards(batch.id)}?page=${n}`} aria-current={n === at ? 'page' : undefined}>
            {(n - 1) * PER_PAGE + 1}–{Math.min(n * PER_PAGE, batch.size)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const CodeCard = ({ code, batch, site }: { code: BatchCode; batch: CodeBatch; site: Site }) => (
  <li className="code-card">
    <div>
      <p className="code-card-brand">
        <Mark size={20} /> Signbook
      </p>
      <p>{batch.product.name}</p>
      <p className="code-card-code">
        <code>{code.code}</code>
      </p>
      <p className="code-card-how">
        Open your course link. Choose Enter Access Code or Enter Code(s). Type this code.
        {code.maxUsage === 1 ? ' It works once.' : ` It works ${code.maxUsage} times.`}
        {code.expiresAt && ` Good until ${shortDate(code.expiresAt, site.timezone)}.`}
      </p>
    </div>
    <Qr text={code.code} />
  </li>
)

/** QR code as one SVG path. Always black on white, so that cameras can read it in dark mode too. */
const Qr = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${text}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
