import { payPaths } from '../pay-paths.ts'
import { PageLink } from './page-link.tsx'
import { useTexts } from './texts.ts'

/** Link to the Terms or the Privacy Policy. Opens in a dialog once the page's script runs (client/page.ts). */
export const LegalLink = ({ to }: { to: 'terms' | 'privacy' }) => (
  <PageLink to={payPaths[to]} newTab data-dialog={to}>
    {useTexts('ui')[to]}
  </PageLink>
)
