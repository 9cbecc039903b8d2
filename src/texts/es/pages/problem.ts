import type { Like } from '../../catalogues.ts'
import type en from '../../en/pages/problem.ts'

export default {
  tellTeacher: 'Avisar a mi docente',
  toTeacher: (what, reference) =>
    `Hola. No pude abrir nuestro curso de lengua de señas. La página decía: «${what}» ¿Podría abrir el enlace? Si ve la misma página, por favor envíe esta referencia a la persona que administra la plataforma de la escuela: ${reference}`,
  copyText: 'Texto para mi docente, listo para copiar y enviar',
  copy: 'Copiar',
  copied: 'Copiado',
  selected: 'Seleccionado. Ya se puede copiar con el teclado.',
  ifStudent: 'Si eres estudiante',
  ifTeacher: 'Si usted enseña este curso',
  forAdministrator: 'Para la persona que administra la plataforma (en inglés)',
  forSupport: 'Para nuestro equipo de ayuda',
} satisfies Like<typeof en>
