import type { Like } from '../catalogues.ts'
import type en from '../en/glosses.ts'

/** Without `tú` or `usted`: students and teachers read it. */
export default {
  title: 'Guía de glosas',
  about: 'Cómo este libro escribe las señas con palabras en inglés',
  intro:
    'Una glosa nombra una seña. Es una etiqueta en inglés, no una traducción, y no muestra cómo se hace la seña. Para aprenderla hay que ver a una persona que la hace.',
  dictionary: 'Diccionario de señas',
  marks: [
    { mark: 'MOTHER', means: 'Mayúsculas: una sola seña. La palabra en inglés solo la nombra.' },
    { mark: 'THANK-YOU', means: 'El guion une palabras que son una sola seña.' },
    {
      mark: 'IX-1',
      means:
        'IX es señalar con el dedo índice. IX-1 señala a quien habla, IX-2 a la otra persona, IX-3 a alguien o algo más, IX-LOC a un lugar.',
    },
    { mark: 'POSS-1', means: 'Posesión, con la mano plana: POSS-1 es mi, POSS-2 tu o su, POSS-3 su, de él o de ella.' },
    {
      mark: 'CL:3',
      means:
        'CL: es un clasificador. La mano representa una cosa y muestra su forma, su lugar o cómo se mueve. Lo que sigue nombra la mano: CL:3 se hace con la mano del número 3.',
    },
    { mark: 'fs-APT', means: 'fs- se deletrea, letra por letra.' },
    { mark: '#OK', means: '# es una seña prestada. Viene del deletreo y ahora se mueve como una sola seña.' },
    {
      mark: 'AGAIN++',
      means: '++ quiere decir que el movimiento se repite y que el significado cambia con él: una y otra vez.',
    },
  ],
} satisfies Like<typeof en>
