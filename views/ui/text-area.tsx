import type { TextareaHTMLAttributes } from 'react'
import { FieldFrame, type FrameProps } from './field-frame.tsx'

type TextAreaProps = FrameProps & TextareaHTMLAttributes<HTMLTextAreaElement>

/** Field for several lines, with its label, hint and error. */
export const TextArea = ({ label, problem, hint, ...rest }: TextAreaProps) => (
  <FieldFrame label={label} problem={problem} hint={hint}>
    {control => <textarea className="input" rows={3} {...control} {...rest} />}
  </FieldFrame>
)
