import type { Like } from '../catalogues.ts'
import type en from '../en/code-card.ts'

export default {
  how: 'Escanea, o escribe el código en tu curso.',
  works: times => (times === 1 ? 'Sirve una vez' : `Sirve ${times} veces`),
  until: date => `, hasta el ${date}.`,
  help: 'Ayuda',
} satisfies Like<typeof en>
