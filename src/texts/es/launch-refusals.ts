import type { Like } from '../catalogues.ts'
import type en from '../en/launch-refusals.ts'

const again = 'Vuelve a tu curso y abre el enlace de nuevo.'
const tellTeacher =
  'Vuelve a tu curso y abre el enlace de nuevo. Si esta página vuelve a salir, usa «Avisar a mi docente».'
const inNewTab =
  'Vuelve a tu curso y abre el enlace en otra pestaña. En Canvas, elige «Cargar en otra pestaña». O permite las cookies de este sitio y abre el enlace de nuevo.'
const teacherAgain = 'Vuelva a su curso y abra el enlace de nuevo.'
const teacherInNewTab =
  'Vuelva a su curso y abra el enlace en otra pestaña. En Canvas, elija «Cargar en otra pestaña». O permita las cookies de este sitio y abra el enlace de nuevo.'
const tellAdmin = 'Envíe la referencia de abajo a la persona que administra la plataforma de su escuela.'
const fromCourse = 'Abra el enlace desde el curso, no desde el historial ni con el botón Atrás.'
const forEveryone =
  'Abra el enlace de nuevo desde el curso. Si a nadie le funciona, envíe la referencia de abajo a la persona que administra la plataforma.'

const tell = { student: tellTeacher, teacher: tellAdmin }

const newLink = {
  heading: 'No pudimos abrir el curso: estamos revisando el enlace nuevo de la escuela',
  what: 'Estamos revisando el enlace nuevo de la escuela. Ya recibimos el aviso. No tienes que pagar otra vez.',
  student: 'Inténtalo mañana. Si esta página vuelve a salir, avisa a tu docente.',
  teacher: '¿El enlace anterior sigue en su curso? Úselo mientras tanto. ¿Le urge? Envíenos la referencia de abajo.',
}

export default {
  signature: {
    heading: 'No pudimos abrir el curso: el enlace no pasó la comprobación de seguridad',
    what: 'No pudimos comprobar que el enlace viene de la plataforma de la escuela.',
    ...tell,
  },
  timestamp: {
    heading: 'No pudimos abrir el curso: el enlace es demasiado viejo o llegó antes de tiempo',
    what: 'Un enlace sirve cinco minutos. Este es más viejo, o el reloj de la plataforma y el nuestro no coinciden.',
    student: again,
    teacher: forEveryone,
  },
  nonce: {
    heading: 'No pudimos abrir el curso: este enlace ya se usó',
    what: 'Cada clic en el enlace sirve una sola vez.',
    student: again,
    teacher: fromCourse,
  },
  state: {
    heading: 'No pudimos abrir el curso: tardó demasiado en abrirse',
    what: 'El curso tardó más de diez minutos en abrirse, o este enlace ya se usó.',
    student: again,
    teacher: fromCourse,
  },
  browser: {
    heading: 'No pudimos abrir el curso: el navegador bloqueó nuestra cookie',
    what: 'No pudimos comprobar que el enlace se abrió en este navegador.',
    student: inNewTab,
    teacher: teacherInNewTab,
  },
  continue: {
    heading: 'No pudimos abrir el curso: el botón Continuar sirve una sola vez',
    what: 'El botón Continuar sirve una sola vez, durante cinco minutos.',
    student: again,
    teacher: teacherAgain,
  },
  'id-token': {
    heading: 'No pudimos abrir el curso: la plataforma no pasó la comprobación de seguridad',
    what: 'No pudimos comprobar el mensaje de la plataforma de la escuela.',
    ...tell,
  },
  'platform-keys': {
    heading: 'No pudimos abrir el curso: no recibimos las claves de la plataforma de la escuela',
    what: 'Pedimos a la plataforma de la escuela sus claves públicas para comprobar el enlace. No recibimos ninguna que sirva.',
    student: 'Espera unos minutos y abre el enlace de nuevo.',
    teacher: tellAdmin,
  },
  issuer: {
    heading: 'No pudimos abrir el curso: el enlace viene de otra plataforma',
    what: 'Una plataforma empezó a abrir el enlace y otra terminó.',
    student: again,
    teacher: tellAdmin,
  },
  audience: {
    heading: 'No pudimos abrir el curso: el enlace es para otra herramienta',
    what: 'La plataforma de la escuela nos envió un enlace que es para otra herramienta.',
    ...tell,
  },
  'token-time': {
    heading: 'No pudimos abrir el curso: el mensaje de la plataforma es demasiado viejo o llegó antes de tiempo',
    what: 'El mensaje de la plataforma sirve cinco minutos. Este es más viejo, o su reloj y el nuestro no coinciden.',
    student: again,
    teacher: forEveryone,
  },
  parameter: {
    heading: 'No pudimos abrir el curso: el enlace está incompleto',
    what: 'La plataforma de la escuela no nos envió algo que necesitamos, o no pudimos leerlo.',
    ...tell,
  },
  'no-course': {
    heading: 'Abre el enlace dentro de un curso',
    what: 'El enlace se abrió fuera de un curso, así que no sabemos qué curso quieres.',
    student: 'Ve a tu curso en la plataforma de la escuela y abre el enlace allí.',
    teacher: 'Ponga el enlace dentro de su curso y ábralo allí.',
  },
  'message-type': {
    heading: 'No pudimos abrir el curso: este es otro tipo de enlace',
    what: 'La plataforma de la escuela nos envió algo que no es el enlace de un curso.',
    student: tellTeacher,
    teacher: 'Ponga la herramienta en el curso como un enlace normal y ábralo.',
  },
  version: {
    heading: 'No pudimos abrir el curso: no aceptamos esta versión del enlace',
    what: 'La plataforma de la escuela usa una versión del enlace que no aceptamos.',
    ...tell,
  },
  'signature-method': {
    heading: 'No pudimos abrir el curso: no aceptamos este tipo de firma',
    what: 'La plataforma de la escuela firmó el enlace de una manera que no aceptamos.',
    ...tell,
  },
  unreadable: {
    heading: 'No pudimos abrir el curso: hay que empezar en la plataforma de la escuela',
    what: 'Esta página se abrió sin los datos que envía la plataforma de la escuela.',
    student: 'Abre tu curso en la plataforma de tu escuela y usa el enlace que está ahí.',
    teacher: 'Abra el enlace desde su curso.',
  },
  target: {
    heading: 'No pudimos abrir el curso: el enlace tiene una dirección equivocada',
    what: 'La plataforma de la escuela quiere abrir una dirección que no es nuestra.',
    ...tell,
  },
  'platform-error': {
    heading: 'No pudimos abrir el curso: la plataforma de la escuela dio un error',
    what: 'La plataforma de la escuela nos envió un error en lugar del curso.',
    student: 'Inicia sesión otra vez en la plataforma de tu escuela y abre el enlace desde tu curso.',
    teacher: 'Compruebe que puede ver el curso y el enlace, y ábralo de nuevo.',
  },
  'platform-spent': {
    heading: 'No pudimos abrir el curso: la plataforma abre cada enlace una sola vez',
    what: 'La plataforma de la escuela ya abrió este enlace, o tardó demasiado.',
    student: inNewTab,
    teacher: teacherInNewTab,
  },
  'unknown-consumer': {
    heading: 'No pudimos abrir el curso: no conocemos esta escuela',
    what: 'La plataforma nos envió una clave de escuela que no conocemos.',
    ...tell,
  },
  'unknown-platform': {
    heading: 'No pudimos abrir el curso: no conocemos esta plataforma',
    what: 'La plataforma de la escuela no está registrada aquí.',
    ...tell,
  },
  'platform-new': newLink,
  'platform-off': {
    heading: 'No pudimos abrir el curso: la plataforma de la escuela está desactivada',
    what: 'Desactivamos la conexión con la plataforma de la escuela.',
    student: 'Inténtalo más tarde. Si esta página vuelve a salir, avisa a tu docente.',
    teacher: tellAdmin,
  },
  deployment: newLink,
  'deployment-refused': {
    heading: 'No pudimos abrir el curso: la escuela está desactivada',
    what: 'Desactivamos esta herramienta para la escuela.',
    student: tellTeacher,
    teacher: 'Si su escuela debe usarla, escríbanos con la referencia de abajo.',
  },
  'deep-link-role': {
    heading: 'Solo quienes enseñan el curso pueden poner enlaces',
    what: 'Su rol en este curso no permite agregar enlaces.',
    student: 'Abre tu curso y usa los enlaces que están ahí.',
    teacher: 'Pida a la persona que administra la plataforma un rol de docente en este curso.',
  },
  'wts-off': {
    heading: 'El diccionario What’s the Sign? no está activado en este curso',
    what: 'El enlace está bien, pero este curso no incluye el diccionario.',
    student: 'Pregunta a tu docente si tu curso debe tenerlo.',
    teacher: 'Escríbanos con la referencia de abajo y lo activaremos.',
  },
} satisfies Like<typeof en>
