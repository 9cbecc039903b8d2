import { Fragment } from 'react'

/** An email address that breaks at its signs where a line is too narrow, for example with large text. */
export const BreakableAddress = ({ address }: { address: string }) =>
  address.split(/(?=[.@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address keep their order
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
