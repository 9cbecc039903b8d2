import type { Like } from '../catalogues.ts'
import type en from '../en/legal.ts'

export default {
  version: day => `Versión del ${day}`,
  translation: 'Esta es una traducción. Si no dice lo mismo que el texto en inglés, prevalece el texto en inglés.',
  readEnglish: 'Leer el texto en inglés',
} satisfies Like<typeof en>
