import type en from '../en/legal.ts'
import type { Like } from '../languages.ts'

export default {
  version: day => `Versión del ${day}`,
  translation: 'Esta es una traducción. Si no dice lo mismo que el texto en inglés, prevalece el texto en inglés.',
  readEnglish: 'Leer el texto en inglés',
} satisfies Like<typeof en>
