import type { InputHTMLAttributes, Ref } from 'react'
import { FieldFrame, type FrameProps } from './field-frame.tsx'

type FieldProps = FrameProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** Text field with its label, hint and error. */
export const Field = ({ label, problem, hint, className = '', ...rest }: FieldProps) => (
  <FieldFrame label={label} problem={problem} hint={hint}>
    {control => <input className={`input ${className}`} {...control} {...rest} />}
  </FieldFrame>
)
