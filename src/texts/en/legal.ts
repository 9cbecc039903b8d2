/** Around the legal texts, which are content. */
export default {
  version: (day: string) => `Version of ${day}`,
  /** Above a translation. */
  translation: 'This is a translation. If it differs from the English text, the English text decides.',
  readEnglish: 'Read the English text',
} as const
