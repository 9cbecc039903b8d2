import type { Like } from '../catalogues.ts'
import type en from '../en/cards.ts'

export default {
  title: 'Sus códigos de acceso',
  point: (codes, product) =>
    codes === 1 ? `Se puede usar 1 código para ${product}.` : `Se pueden usar ${codes} códigos para ${product}.`,
  print: 'Imprima esta página en su navegador y dé una tarjeta a cada estudiante.',
  csv: 'Guardar como CSV',
  pages: 'Páginas de tarjetas',
} satisfies Like<typeof en>
