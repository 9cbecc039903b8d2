import { codeGroups } from '#src/codes/rules/access-code.ts'
import type { BatchCode, CodeBatch } from '#src/codes/rules/generate-codes.ts'
import { longDate } from '#src/core/rules/business-day.ts'
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

/** One card: the code in large groups, and a QR code that opens it on the student's phone. */
export const CodeCard = ({ code: { code, maxUsage, expiresAt }, batch, school, site }: CardProps) => (
  <li className="code-card">
    <div>
      <p className="code-card-brand">
        <Mark size={20} /> {school || 'Signbook'}
      </p>
      <p>{batch.product.name}</p>
      <p className="code-card-code">
        <span className="visually-hidden">{code}</span>
        <code aria-hidden="true">
          {codeGroups(code).map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat, and never move
            <span key={at}>{group}</span>
          ))}
        </code>
      </p>
      <p className="code-card-how">
        Open your course link. Choose Enter Access Code or Enter Code(s). Type this code.
        {maxUsage === 1 ? ' It works once.' : ` It works ${maxUsage} times.`}
        {expiresAt && ` Use it by ${longDate(expiresAt, site.timezone)}.`}
      </p>
    </div>
    <Qr text={`${site.publicUrl}${hrefs.code(code)}`} label={`QR code of ${code}`} />
  </li>
)
