import { codeGroups } from '#src/codes/rules/access-code.ts'
import type { BatchCode, CodeBatch } from '#src/codes/rules/generate-codes.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { type Language, languages } from '#src/core/rules/languages/language.ts'
import { hrefs } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Mark } from '../../ui/mark.tsx'
import { Qr } from '../../ui/qr.tsx'

interface CardProps {
  code: BatchCode
  batch: CodeBatch
  /** The school's name, or '' for none. */
  school: string
  site: Site
}

/** One card: the code in large groups, and a QR code that opens it on the student's phone, with what to do with both. */
export const CodeCard = ({ code: { code, maxUsage, expiresAt }, batch, school, site }: CardProps) => (
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
