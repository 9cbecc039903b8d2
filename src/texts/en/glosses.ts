/** The key to glosses: each mark, what it means, and an entry that uses it. */
export default {
  title: 'Key to glosses',
  about: 'How this book writes signs with English words',
  intro:
    'A gloss names a sign. It is a label in English, not a translation, and it does not show how to sign. To learn a sign, watch a signer.',
  dictionary: 'Sign dictionary',
  marks: [
    { mark: 'MOTHER', means: 'Capitals: one sign. The English word only names it.' },
    { mark: 'THANK-YOU', means: 'A hyphen joins words that are one sign.' },
    {
      mark: 'IX-1',
      means:
        'IX is a point with the index finger. IX-1 points to yourself, IX-2 to the person you sign with, IX-3 to somebody or something else, IX-LOC to a place.',
    },
    {
      mark: 'POSS-1',
      means: 'Possession, with a flat hand: POSS-1 is my, POSS-2 your, POSS-3 his, her or its.',
    },
    {
      mark: 'CL:3',
      means:
        'CL: is a classifier. The hand stands for a thing and shows its shape, its place or how it moves. What follows names the hand: CL:3 is made with the hand of the number 3.',
    },
    { mark: 'fs-APT', means: 'fs- is fingerspelled, letter by letter.' },
    {
      mark: '#OK',
      means: '# is a loan sign. It came from fingerspelling and now moves as one sign of its own.',
    },
    {
      mark: 'AGAIN++',
      means: '++ means that the movement is repeated, and that the meaning changes with it: again and again.',
    },
  ],
} as const
