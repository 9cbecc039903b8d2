import type en from '../en/sentences.ts'
import type { Like } from '../texts.ts'

export default {
  yourCourse: 'Tu curso',
  asks: { code_or_card: 'Código o tarjeta', code: 'Código de acceso', card: 'Pago' },
  noToken: 'Abre esta página desde el enlace de tu curso.',
  linkNotFound: 'No encontramos el enlace',
  openAgainFromCourse: 'Vuelve a tu curso y abre el enlace de nuevo desde ahí.',
  stillThisPage: '¿Sigues viendo esta página? Pide el enlace a tu maestro o escríbenos.',
  openAgainFromEither: 'Vuelve a tu curso o a tu página de registro. Abre el enlace de nuevo desde ahí.',
  openAgainForPayment: 'Vuelve a tu curso y abre el enlace de nuevo desde ahí para ver tu pago.',
  yourPayment: 'Tu pago',
  thankYou: 'Gracias',
  testMode: 'Modo de prueba',
  receiptComes:
    'Te enviaremos el recibo por correo. Si tu curso aún no está abierto, espera un minuto e inténtalo de nuevo. No pagues dos veces.',
  openNamed: course => `Abrir ${course}`,
  openByLink: 'Abre tu curso con el enlace de tu maestro.',
  unknownPayment:
    'Esto puede tardar un momento. No tienes que pagar de nuevo. Si saliste antes de pagar, inténtalo de nuevo en un minuto.',
  studentView: {
    title: 'Está viendo la página como estudiante.',
    in: 'Esta prueba tiene acceso por un día. No se cobra nada.',
    over: 'El acceso de prueba dura un día. Abra de nuevo el enlace de su curso.',
    none: 'Solo un estudiante de prueba por curso tiene acceso a la vez. Inténtelo de nuevo en un día.',
    teacher: 'Usted abrió antes este curso como maestro. Los maestros no necesitan código ni pago.',
  },
  enrollment: {
    congratulations: '¡Felicidades!',
    yours: 'Tu inscripción en',
    isComplete: 'está completa.',
    notComplete: 'Tu inscripción todavía no está completa',
    stillNeeded: 'Todavía tienes que ingresar un código de acceso o pagar.',
    finish: 'Terminar la inscripción',
  },
  login: {
    as: email => `Inicia sesión ahí como ${email}.`,
    chosen: 'Usa la contraseña que elegiste cuando te registraste por primera vez.',
    kept: 'Ya tenías esta cuenta. Tu contraseña no ha cambiado.',
    asked: 'Para elegir una contraseña, usa el enlace del correo de la plataforma del curso.',
    ifKept: 'Si ya tenías una cuenta ahí, su contraseña no ha cambiado.',
  },
} satisfies Like<typeof en>
