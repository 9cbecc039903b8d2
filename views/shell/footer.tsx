import { paths } from '../paths.ts'

/** Stands on every page (spec §2). With an island on the page the two links open as dialogs; else they are pages. */
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
