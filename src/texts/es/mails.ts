import type { Like } from '../catalogues.ts'
import type en from '../en/mails.ts'

export default {
  hello: name => `Hola, ${name}:`,
  helloAll: 'Hola:',
  questions: supportEmail => `¿Tienes preguntas? Escríbenos a ${supportEmail}.`,
  yourCourse: 'el curso',
  yourSchool: 'la escuela',
  open: 'Abrir tu curso',
  useLink: 'Para abrirlo, usa el enlace de tu curso.',
  until: end => `Puedes usarlo hasta el ${end}.`,
  /** Leads to a clip in American Sign Language. */
  watch: 'Ver este correo en ASL',
  reference: 'Referencia',
  welcome: {
    subject: course => `Ya tienes acceso: ${course}`,
    complete: (course, school) => `Tu inscripción en ${course} de ${school} está completa.`,
    opensLater: 'Te enviaremos otro correo cuando puedas abrir el curso.',
  },
  welcomeBack: {
    subject: course => `Te damos la bienvenida de nuevo: ${course}`,
    again: (course, school) => `Tienes acceso de nuevo a ${course} de ${school}.`,
  },
  ready: {
    subject: course => `Tu curso está listo: ${course}`,
    now: (course, school) => `Ya puedes abrir ${course} de ${school}.`,
    logIn: login => `Inicia sesión como ${login}.`,
  },
  courseReady: {
    subject: course => `Su curso está listo: ${course}`,
    open: 'Abrir su curso',
    questions: supportEmail => `¿Tiene preguntas? Escríbanos a ${supportEmail}.`,
    activated: (course, school) =>
      `${course} de ${school} está listo. Sus estudiantes pueden abrirlo con el enlace del curso.`,
    unknownContent: 'El contenido copiado',
    contentOf: course => `El contenido de ${course}`,
    copied: (content, course, school) => `${content} ya está en ${course} de ${school}. Puede empezar a enseñar.`,
  },
  accessEnds: {
    subject: (course, end) => `Tu acceso termina el ${end}: ${course}`,
    ends: (course, school, end) => `Tu acceso a ${course} de ${school} termina el ${end}.`,
    after: 'Para usar el curso después de esa fecha, ingresa un código de acceso nuevo o paga otra vez.',
  },
  code: {
    subject: 'Tu código de registro',
    type: 'Escribe este código en la página de registro. Sirve por 10 minutos. ¿No eres tú? Ignora este correo.',
  },
  pin: {
    subject: 'Tu número PIN',
    type: 'Escribe este número PIN en la página de registro. Sirve por 10 minutos. ¿No eres tú? Ignora este correo.',
  },
  receipt: {
    subject: course => `Tu recibo: ${course}`,
    thanks: (course, school) => `Gracias. Recibimos tu pago de ${course} de ${school}.`,
    total: 'Total',
    paidOn: 'Fecha de pago',
    unnamedProduct: 'Un producto de tu curso',
    salesTax: 'Impuesto sobre las ventas, incluido',
  },
  paymentFailed: {
    subject: course => `Tu pago no se completó: ${course}`,
    notDone: (course, school) =>
      `Tu banco no completó el pago de ${course} de ${school}. No se cobró nada. Todavía no puedes usar el curso.`,
    retry: 'Para intentarlo de nuevo, abre el enlace de tu curso.',
  },
  helpReply: {
    subject: reference => `Tu pregunta a soporte (${reference})`,
    asked: 'Preguntaste:',
    answer: supportEmail => `Para contestar, responde a este correo. Llega a ${supportEmail}.`,
  },
  refund: {
    subject: course => `Tu reembolso: ${course}`,
    onItsWay: (amount, course, school) => `Tu reembolso de ${amount} por ${course} de ${school} va en camino.`,
    tenDays: 'Tu banco puede tardar hasta diez días en mostrarlo.',
    amount: 'Reembolso',
    product: 'Producto',
  },
} satisfies Like<typeof en>
