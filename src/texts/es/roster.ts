import type { Like } from '../catalogues.ts'
import type en from '../en/roster.ts'

export default {
  whoHasAccess: 'Quién tiene acceso',
  nameless: 'Estudiante sin nombre',
  lmsAway: 'Su plataforma no envió la lista de la clase. Aquí faltan quienes no han abierto el curso.',
  lmsRefuses:
    'Su plataforma no nos deja leer la lista de la clase. Aquí faltan los estudiantes que no han abierto el curso. La persona que administra la plataforma puede permitir que la herramienta use Names and Roles.',
  lmsPart: why => `Su plataforma envió solo una parte de la lista de la clase: ${why}. Aquí pueden faltar estudiantes.`,
  parts: {
    repeats: 'sus páginas se repiten',
    pages: 'tiene demasiadas páginas',
    items: 'tiene demasiadas entradas',
    slow: 'tarda demasiado',
    origin: 'su página siguiente está en otro sitio',
    empty: 'no tiene entradas',
    unreadable: 'algunas entradas no se pueden leer',
    broken: 'una de sus páginas no se pudo leer',
  },
  tooMany: most => `Esta lista termina después de ${most} personas que abrieron el curso. Aquí pueden faltar otras.`,
  noList: 'Su plataforma no comparte la lista de la clase. Usted ve solo a quienes abrieron el curso.',
  nobody: 'Nadie ha abierto el curso todavía.',
  nothing: 'No falta nada.',
  testStudent: 'Estudiante de prueba',
  signedUp: 'Se registró con su enlace',
  idEndsIn: end => `Su ID en la plataforma termina en ${end}`,
  total: (isIn, all) =>
    `${isIn} de ${all} ${all === 1 ? 'estudiante' : 'estudiantes'} ${isIn === 1 ? 'tiene' : 'tienen'} acceso.`,
  student: 'Estudiante',
  step: 'Paso',
  stillNeeded: 'Qué falta',
  all: 'Clase entera',
  byStep: 'Estudiantes por paso',
  findName: 'Buscar por nombre',
  find: 'Mostrar',
  noMatch: 'No hay coincidencias.',
  csv: 'Guardar como CSV',
  copy: 'Copiar nombres',
  copyAndRemind: 'Copiar nombres y un recordatorio',
  names: count => (count === 1 ? '1 nombre' : `${count} nombres`),
  reminder: 'Un recordatorio para pegar en su plataforma',
  reminders: {
    absent: course =>
      `${course}: Todavía no abres el curso. Abre su enlace en nuestra clase de la plataforma y haz lo que dice la página. Ten a la mano tu código de acceso, si te dieron uno.`,
    opened: course =>
      `${course}: Abriste el curso, pero todavía no tienes acceso. Abre el enlace otra vez y acepta los Términos de uso. Después haz lo que dice la página.`,
    agreed: course =>
      `${course}: Ya casi terminas. Abre el enlace otra vez y haz el último paso. Ten a la mano tu código de acceso, si te dieron uno.`,
    codes: course => `${course}: Ya hiciste una parte. Abre el enlace otra vez. La página dice qué falta.`,
    ended: course =>
      `${course}: Tu acceso terminó. ¿Todavía necesitas el curso? Abre el enlace otra vez y haz lo que dice la página.`,
  },
  steps: {
    absent: 'Sin abrir',
    opened: 'Lo abrió',
    agreed: 'Aceptó',
    codes: 'Con algún código',
    paid: 'Pagado',
    ended: 'Terminó',
    out: 'De baja',
    in: 'Tiene acceso',
    left: 'Ya no está en la clase',
  },
  stuck: {
    absent: 'Todavía no abre el enlace en su curso.',
    opened: 'Abrió el enlace. Todavía no acepta los Términos de uso.',
    agreed: 'Aceptó los Términos de uso. Todavía no ingresa un código de acceso ni paga.',
    paid: 'Pagó. Estamos confirmando el pago. No hay que hacer nada.',
    out: 'Se le dio de baja del curso. Escríbanos si es un error.',
  },
  left: step => `Su plataforma ya no lo tiene como estudiante activo. Aquí: ${step}. No cuenta arriba.`,
  endedOn: date => `El acceso terminó el ${date}. Necesita un código de acceso nuevo o un pago nuevo.`,
  halfWay: (done, all, paid) => `${done} de ${all} ${paid ? 'productos' : 'códigos'}`,
  stillNeeds: products => `Todavía necesita: ${products}.`,
} satisfies Like<typeof en>
