/** Text in which backticks mark names from code. */
export const Prose = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
