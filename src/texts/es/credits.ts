import type { Like } from '../catalogues.ts'
import type en from '../en/credits.ts'

export default {
  title: 'Créditos',
  about: 'Dibujos, manos y letra',
  pictures: 'Dibujos del significado',
  picturesText:
    'Los dibujos pequeños del diccionario son Fluent Emoji de Microsoft, en su versión plana. Muestran qué quiere decir una palabra, nunca cómo se hace la seña.',
  hands: 'Manos dibujadas',
  handsText:
    'Las manos del alfabeto manual se dibujan a partir de un modelo de mano de WebXR Input Profiles, con posturas hechas para este libro.',
  type: 'Letra',
  typeText: 'Atkinson Hyperlegible Next y Mono, del Braille Institute, con la SIL Open Font License 1.1.',
  license: 'Licencia MIT. Los derechos son de:',
} satisfies Like<typeof en>
