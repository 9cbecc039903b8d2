'use client'

import { useState } from 'react'

/** The step of the page that reacts: both lists and the form to agree. */
export const AgreeForm = ({ token, needs }) => {
  const [agreed, setAgreed] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = event => {
    if (agreed) return
    event.preventDefault()
    setProblem('Please check the box to agree.')
  }
  return (
    <section className="card">
      <ol className="steps" aria-label="Steps">
        {['Agree', 'Access code', 'Done'].map((step, i) => (
          <li key={step} aria-current={i === 0 ? 'step' : undefined}>
            <span className="step-number">{i + 1}</span>
            {step}
          </li>
        ))}
      </ol>
      <form className="agree" action={`/lti/pay?token=${token}`} method="post" onSubmit={submit}>
        <div className="agree-needs">
          <div className="agree-head">
            <h2>Your course needs</h2>
            <Picture />
          </div>
          <ul className="needs">
            {needs.map(need => (
              <li key={need}>
                <span dir="auto">{need}</span>
                <span className="visually-hidden">, still needed</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="agree-terms">
          <label className="check">
            <input
              type="checkbox"
              required
              name="agreed"
              value="yes"
              checked={agreed}
              onChange={event => setAgreed(event.target.checked)}
            />
            <span>
              I agree to the{' '}
              <a href="/terms" target="_blank" rel="noopener" data-dialog="terms">
                Terms of Use
              </a>{' '}
              and the{' '}
              <a href="/privacy" target="_blank" rel="noopener" data-dialog="privacy">
                Privacy Policy
              </a>
              .
            </span>
          </label>
          {problem && <p className="problem">{problem}</p>}
        </div>
        <div className="choices">
          <button className="button button-primary" value="coupons" name="intent" type="submit">
            Enter Access Code
          </button>
          <p className="hint">Card payment is not set up yet. Use an access code, or ask your teacher.</p>
        </div>
      </form>
    </section>
  )
}

const Picture = () => (
  <svg className="picture" viewBox="0 0 160 112" width="160" height="112" aria-hidden="true" focusable="false">
    <path className="tone-ground" d="M80 8c42 0 70 18 70 48s-24 44-70 44-70-14-70-44S38 8 80 8z" />
    <path className="tone-card" d="M46 14H90L106 30V102H46z" />
    <path className="tone-primary" d="M90 14V30H106z" />
    <path d="M58 32H76M58 46H92" />
    <path className="tone-accent" d="M58 62H76V80H58z" />
    <path d="M62 71 66 75 73 65M86 72H94" />
    <path className="tone-primary" d="M118 78 136 34 147 39 129 83z" />
    <path className="tone-card" d="M118 78 116 96 129 83z" />
  </svg>
)
