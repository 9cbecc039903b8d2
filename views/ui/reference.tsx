import { useTexts } from './texts.ts'

/** Error reference that the person can quote to support. */
export const Reference = ({ reference }: { reference: string }) => (
  <p className="reference">
    {useTexts('ui').reference} <code>{reference}</code>
  </p>
)
