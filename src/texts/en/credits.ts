/** Credits of pictures, drawings and type. */
export default {
  title: 'Credits',
  about: 'Pictures, drawings and type',
  pictures: 'Pictures of meanings',
  picturesText:
    'The small pictures in the dictionary are Fluent Emoji by Microsoft, in the flat style. They show what a word means, never how it is signed.',
  hands: 'Drawn hands',
  handsText:
    'The hands of the manual alphabet are drawn from a hand model of the WebXR Input Profiles, posed for this book.',
  type: 'Type',
  typeText: 'Atkinson Hyperlegible Next and Mono by the Braille Institute, under the SIL Open Font License 1.1.',
  license: 'The MIT License. The copyright is:',
} as const
