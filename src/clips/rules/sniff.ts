/** Kinds of video files that are taken, by their first bytes. The name and the declared type of a file prove nothing. */
export type Container = 'mp4' | 'webm'

const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
/** EBML (RFC 8794 §11.2.1). */
const EBML = [0x1a, 0x45, 0xdf, 0xa3]

/** Bytes that `sniffContainer` needs. */
export const SNIFF_BYTES = 12

/** Returns the container of a file: MP4 or QuickTime, WebM or Matroska; null for any other file. */
export const sniffContainer = (bytes: Uint8Array): Container | null => {
  if (EBML.every((byte, i) => bytes[i] === byte)) return 'webm'
  return FIRST_BOXES.includes(String.fromCharCode(...bytes.subarray(4, 8))) ? 'mp4' : null
}
