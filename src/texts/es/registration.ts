import type { Like } from '../catalogues.ts'
import type en from '../en/registration.ts'

export default {
  title: 'Registrar esta herramienta',
  connect: 'Regístrela para conectar su plataforma en',
  withUs: 'con Signbook. Las dos intercambian direcciones y claves.',
  register: 'Registrar',
  registered: 'Registro completo',
  done: issuer => `${issuer} ya está en el registro de Signbook.`,
  email: 'Su correo (opcional)',
  emailHint: 'Le escribimos una vez, cuando su plataforma esté activada.',
  review: email =>
    email
      ? `Vamos a revisar su plataforma, activarla y escribir a ${email}.`
      : 'Vamos a revisar su plataforma y activarla. Después se abren los enlaces.',
  on: 'Ya está activada. Abra un enlace en un curso para probarla.',
  inLms: 'Quizás también tenga que activar la herramienta en su plataforma.',
  known: issuer => `${issuer} ya estaba en el registro de Signbook.`,
  unchanged: 'No tiene que hacer nada. Sus enlaces siguen funcionando como antes.',
  closeByHand: 'Ya puede cerrar esta ventana.',
  close: 'Cerrar la ventana',
  refused: {
    invitation_invalid: 'Este enlace de registro ya se usó o tiene más de una semana. Pídanos uno nuevo.',
    configuration_address_invalid:
      'Su plataforma no dijo cómo registrarse. Abra este enlace donde su plataforma agrega herramientas.',
    issuer_on_other_host: 'El emisor (issuer) de su plataforma no está en el mismo servidor que su configuración.',
    addresses_of_others:
      'Su LMS dio direcciones de acceso, claves o tokens que no están en su propio sitio. Pídanos ayuda.',
    audience_on_other_host:
      'El authorization_server de su plataforma no está en el mismo servidor que su token_endpoint. Corríjalo e inténtelo de nuevo.',
    client_id_taken: 'Otra plataforma usa el client ID y el token_endpoint que envió la suya. Por favor, escríbanos.',
    email_malformed: 'El correo no parece correcto.',
    configuration_unreadable: detail => `No pudimos leer la configuración de su plataforma: ${detail}`,
    registration_rejected: detail => `Su plataforma rechazó el registro: ${detail}`,
  },
} satisfies Like<typeof en>
