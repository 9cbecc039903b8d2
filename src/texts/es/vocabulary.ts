import type { Like } from '../catalogues.ts'
import type en from '../en/vocabulary.ts'

/** Without `tú` or `usted`: students and teachers read it. */
export default {
  title: 'Hoja de vocabulario',
  titleOf: unit => `Vocabulario, Unidad ${unit}`,
  about: 'Para imprimir, con líneas para notas',
  paper: 'Papel',
  letter: 'Carta',
  show: 'Mostrar',
  asSigned: gloss => `La seña ${gloss}`,
  name: 'Nombre',
  date: 'Fecha',
  qrOf: gloss => `Código QR de ${gloss}`,
} satisfies Like<typeof en>
