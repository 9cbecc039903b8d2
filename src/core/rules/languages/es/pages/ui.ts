import type en from '../../en/pages/ui.ts'
import type { Like } from '../../texts.ts'

export default {
  uhOh: '¡Ay!',
  back: 'Volver',
  tryAgain: 'Intentar de nuevo',
  oneMoment: 'Un momento…',
  notification: 'Aviso',
  steps: 'Pasos',
  stepDone: 'Listo: ',
  stepAgree: 'Aceptar',
  stepLast: 'Listo',
  stepSignUp: 'Registrarte',
  stepVerify: 'Verificar correo',
  reference: 'Referencia',
  courseId: 'Id del curso',
  needHelp: '¿Necesitas ayuda?',
  videophone: 'Videoteléfono',
  textUs: 'Mensaje de texto',
  away: 'No pudimos conectar con el servidor. Revisa tu conexión e inténtalo de nuevo. No se perdió nada de lo que escribiste.',
  still: (tries, time) => `Todavía no hay respuesta. Lo intentamos ${tries} veces; la última, a las ${time}.`,
  networkError: 'Koko ha estado jugando con los cables otra vez...',
  unreachable: 'El servicio no está disponible en este momento. Inténtalo de nuevo pronto.',
  server: 'Error interno del servidor.',
  terms: 'Términos de uso',
  privacy: 'Política de privacidad',
} satisfies Like<typeof en>
