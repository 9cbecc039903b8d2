import type { Like } from '../catalogues.ts'
import type en from '../en/seats.ts'

export default {
  titleOf: school => `Lugares de ${school}`,
  gone: 'Este enlace ya no funciona.',
  askAgain: 'Pida uno nuevo a la persona que se lo envió.',
  none: 'Todavía no se han comprado lugares con código de acceso.',
  point: (used, seats) => `Lugares usados: ${used} de ${seats}.`,
  bought: {
    title: 'Comprados y usados',
    caption: 'Lugares por producto',
    empty: 'Todavía no hay lugares.',
    counts:
      'Un lugar cuenta como usado desde el día en que se ingresa un código, incluso después de que termine el curso.',
  },
  uses: {
    title: 'Usados por semana y curso',
    caption: 'Lugares usados por semana y curso',
    empty: 'Todavía no se ha usado ningún lugar.',
    otherSchool: 'en otra escuela',
    csv: 'Guardar como CSV',
  },
  codes: {
    title: 'Códigos libres',
    caption: 'Códigos con lugares disponibles',
    empty: 'Ningún código tiene lugares disponibles.',
    left: (count, shown) =>
      `${count === 1 ? '1 código tiene' : `${shown} códigos tienen`} lugares disponibles. Usted ve solo el final de cada código.`,
    noEnd: 'sin fecha final',
  },
  columns: {
    product: 'Producto',
    bought: 'Comprados',
    used: 'Usados',
    free: 'Libres',
    week: 'Semana del',
    course: 'Curso',
    seatsUsed: 'Lugares usados',
    code: 'Código',
    left: 'Lugares disponibles',
    until: 'Válido hasta',
  },
} satisfies Like<typeof en>
