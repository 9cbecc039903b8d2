import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

export interface FrameProps {
  label: ReactNode
  /** Error message. The typed value stays in the field. */
  problem?: string | undefined
  hint?: ReactNode
}

/** Attributes that tie a control to its label, hint and error. */
interface ControlProps {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** Label, hint and error around one control, linked to it by aria-describedby. */
export const FieldFrame = ({
  label,
  problem,
  hint,
  children,
}: FrameProps & { children: (control: ControlProps) => ReactNode }) => {
  const id = useId()
  const described = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(problem && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
      })}
      {problem && (
        <p className="problem" id={`${id}problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

type FieldProps = FrameProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** Text field with its label, hint and error. */
export const Field = ({ label, problem, hint, className = '', ...rest }: FieldProps) => (
  <FieldFrame label={label} problem={problem} hint={hint}>
    {control => <input className={`input ${className}`} {...control} {...rest} />}
  </FieldFrame>
)
