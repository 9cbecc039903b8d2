/** First and last byte, both included. */
interface ByteRange {
  from: number
  to: number
}

/**
 * Reads a Range header (RFC 9110 §14.1.2) for a file of `size` bytes. Null: send the whole file, as a server may for a
 * header that it does not understand or that asks for several parts.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, first, last] = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { from: size - length, to: size - 1 } : 'unsatisfiable'
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  return from < size ? { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) } : 'unsatisfiable'
}
