/** The cards of access codes that a coordinator gets by mail. */
export default {
  title: 'Your access codes',
  point: (codes: number, product: string) =>
    codes === 1 ? `1 code for ${product} can be used.` : `${codes} codes for ${product} can be used.`,
  print: 'Print this page in your browser, and give each student a card.',
  csv: 'Save as CSV',
  pages: 'Pages of cards',
}
