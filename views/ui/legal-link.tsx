import { inLanguage, payPaths } from '../pay-paths.ts'
import { useLanguage, useTexts } from './texts.ts'

/** Link to the Terms or the Privacy Policy. Opens in a dialog once the page's script runs (client/page.ts). */
export const LegalLink = ({ to }: { to: 'terms' | 'privacy' }) => (
  <a href={inLanguage(payPaths[to], useLanguage())} target="_blank" rel="noopener" data-dialog={to}>
    {useTexts('ui')[to]}
  </a>
)
