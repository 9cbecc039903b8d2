import type { Like } from '../catalogues.ts'
import type en from '../en/deep-link.ts'

export default {
  title: 'Agregue enlaces a su curso',
  chooseMany: 'Elija sus enlaces',
  chooseOne: 'Elija un enlace',
  units: 'Unidades',
  add: 'Agregar al curso',
  ready: 'Sus enlaces están listos. Agréguelos ahora a su curso.',
  send: 'Agregar los enlaces al curso',
  textbook: 'Libro de texto',
  unit: number => `Unidad ${number}`,
  opens: {
    textbook: 'Cada estudiante ingresa aquí un código o paga. Quien enseña el curso abre la página para docentes.',
    units: 'Cada docente va directo a la unidad. Cada estudiante va al libro de texto.',
    signs: 'Abre solo el diccionario, para la clase entera.',
  },
  refused: {
    no_link_chosen: 'Elija al menos un enlace.',
    one_link_only: 'Su plataforma acepta un solo enlace a la vez. Elija uno.',
    links_not_accepted: 'Su plataforma no acepta aquí enlaces de herramientas. Use otro menú de su curso.',
    launch_expired: 'Esta página ya venció. Ciérrela y elija la herramienta otra vez en su plataforma.',
  },
} satisfies Like<typeof en>
