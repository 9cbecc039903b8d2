import type { Language } from '#src/core/rules/languages/language.ts'
import type { Faq } from '#src/signs/rules/content.ts'
import { Html } from '../ui/html.tsx'

/** Native accordion: one answer at a time, the first one open. */
export const Faqs = ({ faqs, language }: { faqs: Faq[]; language: Language }) => (
  <div className="faqs" lang={language}>
    {faqs.map((faq, i) => (
      <details key={faq.question} name="faq" open={i === 0}>
        <summary>{faq.question}</summary>
        <Html html={faq.answer} />
      </details>
    ))}
  </div>
)
