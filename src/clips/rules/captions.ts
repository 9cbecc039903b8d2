/** Captions of a clip as WebVTT. */

export const CAPTIONS_MAX = 4000

const CUE = /^(?:\d+:)?\d{2}:\d{2}\.\d{3}[ \t]+-->[ \t]+(?:\d+:)?\d{2}:\d{2}\.\d{3}/m

const stamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/**
 * Returns typed captions as WebVTT: a whole file as it is, a plain sentence as one cue for the whole clip, '' for none.
 * Null for a file without a readable cue.
 */
export const captionsOf = (typed: string, duration: number): string | null => {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  if (text === '') return ''
  if (/^WEBVTT\b/.test(text)) return CUE.test(text) ? `${text}\n` : null
  const lines = text
    .replaceAll('-->', '→')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  return `WEBVTT\n\n00:00.000 --> ${stamp(duration)}\n${lines.join('\n')}\n`
}

/** Returns captions as they were typed: the sentence of a single cue from the start, else the whole file. */
export const typedCaptions = (captions: string): string => {
  const [, sentence] = captions.match(/^WEBVTT\n\n00:00\.000 --> \S+\n((?:.+\n)+)$/) ?? []
  return (sentence ?? captions).trim()
}
