import type { Like } from '../catalogues.ts'
import type en from '../en/reasons.ts'
import pay from './pages/pay.ts'
import ui from './pages/ui.ts'

const away = 'El servicio de tarjetas no responde. No se cobró nada. Inténtalo de nuevo en un minuto.'
const pending = 'Todavía estamos confirmando tu pago. No tienes que pagar de nuevo.'
const flagged = 'Recibimos tu pago y nuestro equipo lo está revisando. No tienes que pagar de nuevo.'

export default {
  token_not_found: 'No encontramos tu enlace. ¿Hay un error al escribirlo?',
  terms_not_agreed: pay.terms_not_agreed,
  school_moving:
    'Tu escuela se está pasando a un enlace nuevo. No tienes que pagar otra vez. Vuelve mañana, por favor.',
  course_not_activated: 'Este curso todavía no está activado. Por favor, avisa a tu docente.',
  sign_up_ended: 'La inscripción a este curso ya terminó. Por favor, pregunta a tu docente.',
  codes_not_accepted: 'Esta escuela no acepta códigos de acceso.',
  cards_not_accepted: 'Esta escuela no acepta pagos con tarjeta.',
  removed_from_course: 'Ya no estás en este curso. Pregunta a tu docente o escríbenos.',
  code_required: pay.code_required,
  code_malformed: ui.wrongCode,
  code_unknown: ui.wrongCode,
  already_covered: pay.already_covered,
  already_counted: pay.already_counted,
  code_expired: 'Este código de acceso ya venció.',
  code_not_used_here: product => `Este código es para ${product}, que este curso no usa.`,
  code_busy: 'Muchas personas están usando este código ahora mismo. Inténtalo de nuevo en un minuto.',
  too_many_wrong_codes: 'Demasiados códigos incorrectos. Espera unos minutos, revisa tu código e inténtalo de nuevo.',
  captcha_failed: 'No se completó la comprobación',
  captcha_away: 'No pudimos comprobar que eres una persona. Inténtalo de nuevo.',
  captcha_limit: 'Activa JavaScript en tu navegador e inténtalo de nuevo, o pide ayuda.',
  code_just_sent: 'Acabamos de enviarte un correo. Revísalo o pide otro en 30 segundos.',
  too_many_codes: 'Enviamos muchos correos a esta dirección. Usa el más nuevo o espera una hora.',
  too_many_wrong_pins: 'Demasiados intentos incorrectos. Espera unos minutos e inténtalo de nuevo.',
  PROCESSED: 'Tu código fue aceptado. Ya tienes acceso.',
  MAX: 'Este código ya no tiene usos disponibles. Por favor, avisa a tu docente.',
  maxOnPay: 'Ese código ya se activó. Por favor, comunícate con quien te lo vendió.',
  MAX_SAME_EMAIL:
    'Ya usaste este código en otro curso. Para transferir el código, comunícate con nosotros con el botón de chat de abajo.',
  MAX_OTHER_EMAIL: 'Este código ya se usó. Por favor, devuélvelo en el lugar donde te lo dieron y pide uno nuevo.',
  card_not_set_up: 'El pago con tarjeta todavía no está disponible. Pregunta a tu docente.',
  card_not_set_up_use_code:
    'El pago con tarjeta todavía no está disponible. Usa un código de acceso o pregunta a tu docente.',
  price_unknown: 'Verás el precio antes de pagar.',
  receipt_email_required: pay.receipt_email_required,
  receipt_email_invalid: pay.receipt_email_invalid,
  too_many_checkouts: 'Empezaste demasiados pagos. Espera unos minutos e inténtalo de nuevo.',
  payment_pending: pending,
  payment_under_review: flagged,
  checkout_outdated: away,
  checkout_refused: 'El servicio de tarjetas rechazó este pago. No se cobró nada. Por favor, escríbenos.',
  checkout_provider_away: away,
  checkout_unchecked:
    'El servicio de tarjetas no responde, así que todavía no podemos ver tu último pago. Inténtalo de nuevo en un minuto.',
  flagged,
  pending,
  cancelled: 'Saliste antes de pagar. No se cobró nada.',
  failed: 'Tu último pago no se completó. No se cobró nada. Puedes pagar de nuevo.',
  refunded:
    'Recibiste un reembolso. Puede tardar 10 días en llegar a tu tarjeta. Para usar el curso de nuevo, sigue los pasos de abajo.',
} satisfies Like<typeof en>
