import { AgreeForm } from './agree-form.jsx'

const HANDS =
  'M4.4 18.6L1.8 12.8M6.4 16.4L3.7 7.2M9.3 15.2L8 3.4M12.1 15.4L12.6 4.6M11.4 20.6L14.6 15.8M4.6 19V24.6C8.2 24.6 11.8 25.8 14.6 28.2V22.6C13.2 21.6 12.3 20.4 12 18.8L11.7 16.4L6.6 17z'

/** The payment page of the product, with the same texts and fields. */
export const PayPage = ({ token, course, school, email, needs }) => (
  <>
    <nav className="languages">
      <a href={`/lti/pay?token=${token}&lang=es`} lang="es" hrefLang="es">
        Español
      </a>
    </nav>
    <main id="main">
      <div className="column">
        <header className="page-header book">
          <div className="page-header-words">
            <svg
              className="mark"
              viewBox="0 0 32 32"
              width="40"
              height="40"
              fill="currentColor"
              stroke="currentColor"
              strokeWidth="2.6"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
              focusable="false"
            >
              <path d={HANDS} />
              <path d={HANDS} transform="matrix(-1 0 0 1 32 0)" />
            </svg>
            <div>
              <h1 dir="auto">{course}</h1>
              <p dir="auto">{school}</p>
            </div>
          </div>
        </header>
        <AgreeForm token={token} needs={needs} />
      </div>
      <Help token={token} email={email} />
    </main>
    <footer className="footer">
      <span>© Signbook</span>
      <a href="/terms" target="_blank" data-dialog="terms" rel="noopener">
        Terms of Use
      </a>
      <a href="/privacy" target="_blank" data-dialog="privacy" rel="noopener">
        Privacy Policy
      </a>
    </footer>
  </>
)

const Help = ({ token, email }) => (
  <div className="help-corner">
    <div className="help">
      <span>Need help?</span>
      <a href="mailto:support@signbook.example">support@signbook.example</a>
    </div>
    <details className="ask">
      <summary className="button button-quiet">Ask for help</summary>
      <form className="ask-form" action={`/help?token=${token}&from=lti`} method="post" target="_blank" rel="noopener">
        <div className="field">
          <label htmlFor="email">Your email</label>
          <input
            className="input"
            id="email"
            type="email"
            autoComplete="email"
            required
            name="email"
            defaultValue={email}
          />
        </div>
        <div className="field">
          <label htmlFor="text">What do you need help with?</label>
          <textarea id="text" name="text" className="input" rows="4" required maxLength="2000" />
        </div>
        <button className="button button-quiet" type="submit">
          Send question
        </button>
        <p className="hint">The next page opens in a new tab. Nothing on this page is lost.</p>
      </form>
    </details>
  </div>
)
