import type { InputHTMLAttributes, ReactNode } from 'react'

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
}

/** Checkbox with its label. */
export const Check = ({ label, hint, ...rest }: CheckProps) => (
  <label className="check">
    <input type="checkbox" {...rest} />
    <span>
      {label}
      {hint && <span className="hint">{hint}</span>}
    </span>
  </label>
)
