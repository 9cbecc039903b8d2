import { paths } from '../paths.ts'

/** Footer of every page. The links open as dialogs on pages with an island, else as pages. */
export const Footer = () => (
  <footer className="footer">
    <span>© Signbook</span>
    <a href={paths.terms} target="_blank" data-dialog="terms" rel="noopener">
      Terms of Use
    </a>
    <a href={paths.privacy} target="_blank" data-dialog="privacy" rel="noopener">
      Privacy Policy
    </a>
  </footer>
)
