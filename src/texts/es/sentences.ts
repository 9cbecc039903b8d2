import type { Like } from '../catalogues.ts'
import type en from '../en/sentences.ts'

export default {
  isCopy: 'Esta es una copia para ensayar. De ella no sale nada: ni correos, ni pagos, ni calificaciones.',
  yourCourse: 'Curso de ASL',
  wordCut: most => `Es muy largo. Deletreamos los primeros ${most} caracteres.`,
  allRows: count => `Mostrar las ${count} filas`,
  asks: { code_or_card: 'Código o tarjeta', code: 'Código de acceso', card: 'Pago' },
  learn: {
    label: 'Practicar',
    dictionary: 'Diccionario',
    fingerspelling: 'Deletreo manual',
    fingerspellingDrill: 'Lectura',
    deck: 'Tarjetas',
  },
  otherBook: 'Ingresa un código del otro libro.',
  noToken: 'Abre esta página desde el enlace de tu curso.',
  linkNotFound: 'No encontramos el enlace',
  noChat: '¿No ves el botón del chat? Presiona «Pedir ayuda».',
  /** Texts that a student sends to the teacher. */
  closedLetter: (course: string, sentence: string, id: string) =>
    `Hola. Abrí ${course} en Signbook. La página dijo: «${sentence}» ¿Puede revisarlo o pedir ayuda a Signbook? Número del curso: ${id}`,
  lostLinkLetter:
    'Hola. El enlace a nuestro curso de lengua de señas no me abre ninguna página. ¿Me puede enviar el enlace de nuevo?',
  paymentLetter: (course, title) =>
    `Hola. ${course} todavía no se abre para mí. Signbook dice: «${title}». Le aviso cuando se abra.`,
  paidLetter: 'Hola. Ya pagué nuestro curso de lengua de señas en Signbook. ¿Me puede enviar el enlace al curso?',
  expired: {
    areYouStudent: '¿Eres estudiante? Pide a tu docente el enlace a tu curso.',
    letter:
      'Hola. El enlace que compartió abre una página para docentes que ya venció. ¿Me puede enviar el enlace para estudiantes?',
  },
  openAgainFromCourse: 'Vuelve a tu curso y abre el enlace de nuevo desde ahí.',
  stillThisPage: '¿Sigues viendo esta página? Pide el enlace a tu docente o escríbenos.',
  openAgainFromEither: 'Vuelve a tu curso o a tu página de registro. Abre el enlace de nuevo desde ahí.',
  openAgainForPayment: 'Vuelve a tu curso y abre el enlace de nuevo desde ahí para ver tu pago.',
  yourPayment: 'Tu pago',
  thankYou: 'Gracias',
  aboutContent: 'Sobre este contenido',
  testMode: 'Modo de prueba',
  receiptComes:
    'Te enviaremos el recibo por correo. Si tu curso aún no está abierto, espera un minuto e inténtalo de nuevo. No pagues dos veces.',
  openNamed: course => `Abrir ${course}`,
  openByLink: 'Abre tu curso con el enlace de tu docente.',
  unknownPayment:
    'Esto puede tardar un momento. No tienes que pagar de nuevo. Si saliste antes de pagar, inténtalo de nuevo en un minuto.',
  studentView: {
    title: 'Está viendo la página como estudiante.',
    in: 'Esta prueba tiene acceso por un día. No se cobra nada.',
    over: 'El acceso de prueba dura un día. Abra de nuevo el enlace de su curso.',
    none: 'Solo un estudiante de prueba por curso tiene acceso a la vez. Inténtelo de nuevo en un día.',
    teacher: 'Usted abrió antes este curso como docente. Quien enseña no necesita código ni pago.',
  },
  enrollment: {
    congratulations: '¡Felicidades!',
    yours: 'Tu inscripción en',
    isComplete: 'está completa.',
    notComplete: 'Tu inscripción todavía no está completa',
    stillNeeded: 'Todavía tienes que ingresar un código de acceso o pagar.',
    finish: 'Terminar la inscripción',
  },
  captcha: {
    numbers:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    sum: (a, b) => `¿Cuánto es ${a} más ${b}?`,
  },
  help: {
    sent: 'Gracias. Recibimos tu pregunta y te responderemos por correo.',
    too_many_requests: 'Hiciste varias preguntas en esta hora. Te responderemos por correo.',
    captcha_needed: 'Llegaron muchas preguntas desde tu red. Espera la comprobación y después envía la tuya.',
    backToPage: 'Volver a tu página',
  },
  late: 'Se pidieron muchos códigos para esta dirección y el tuyo puede tardar. Sirve diez minutos desde que se envía.',
  resent: 'Si tu registro sigue abierto, enviamos un correo nuevo. El anterior ya no sirve.',
  units: (ranges, many) => `${many ? 'Unidades' : 'Unidad'} ${ranges}`,
  to: 'a',
  and: 'y',
  teacherOf: 'Docente',
  teachersOf: 'Docentes',
  /** Above the form of a join link. */
  signedUpBefore: {
    already: '¿Ya te registraste?',
    logIn: 'Entra a tu curso',
    notPaid: '¿No terminaste? Regístrate otra vez con el mismo correo.',
  },
  keptLogin: host => `Ya tienes una cuenta en ${host}. Tu contraseña no ha cambiado.`,
  joinCard: {
    logIn: 'Entrar a tu curso',
    course_expired: {
      title: '¿Se te pasó el plazo de inscripción?',
      what: 'La inscripción a este curso ya terminó.',
      student: 'Si ya te registraste, entra a tu curso. Si no, pide una prórroga a tu docente.',
      letter:
        'Hola. Se me pasó el plazo de inscripción de nuestro curso de lengua de señas. ¿Podría pedir una prórroga?',
      teacher: 'Escríbanos con el número del curso de abajo. Podemos reabrir la inscripción hasta la fecha que elija.',
    },
    unknown: {
      title: 'No reconocemos el enlace de tu curso',
      what: 'Ningún curso usa este enlace. Puede estar incompleto o ser de otro año.',
      student:
        'Abre de nuevo el enlace de tu docente o cópialo completo. Si sigue sin funcionar, pide el enlace a tu docente.',
      letter: 'Hola. El enlace de nuestro curso de lengua de señas no se abre. ¿Podría enviarme el enlace de nuevo?',
      teacher: 'Envíe de nuevo el enlace a sus estudiantes. Si no lo tiene, escríbanos.',
    },
    forbidden: {
      title: 'Este enlace no abre ningún curso',
      what: 'Este curso existe, pero nadie puede entrar con este enlace ahora.',
      student: 'Pide a tu docente el enlace correcto. Dile el número del curso de abajo.',
      letter: 'Hola. El enlace de nuestro curso de lengua de señas no abre ningún curso. ¿Podría enviarme el correcto?',
      teacher: 'Escríbanos con el número del curso de abajo y prepararemos el curso.',
    },
  },
  login: {
    as: email => `Inicia sesión en la plataforma del curso como ${email}.`,
    chosen: 'Usa la contraseña que elegiste cuando te registraste.',
    kept: 'Ya tenías esta cuenta. Tu contraseña no ha cambiado.',
    asked: 'Para elegir una contraseña, usa el enlace del correo de la plataforma del curso.',
    ifKept: 'Si ya tenías una cuenta, su contraseña no ha cambiado.',
  },
} satisfies Like<typeof en>
