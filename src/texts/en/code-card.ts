/** A printed card with an access code. It has every language. */
export default {
  how: 'Scan, or type the code in your course.',
  works: (times: number) => (times === 1 ? 'It works once' : `It works ${times} times`),
  until: (date: string) => `, until ${date}.`,
  help: 'Help',
} as const
