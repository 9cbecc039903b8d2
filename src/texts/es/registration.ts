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
  invited: {
    title: 'Conecte su plataforma con Signbook',
    lead: 'Signbook es el curso y libro en línea de la lengua de señas americana (ASL). Este enlace conecta su plataforma (LMS).',
    until: day =>
      `El enlace sirve una vez, para una plataforma, hasta el ${day}. Solo lo puede usar quien la administra.`,
    paste: 'No se registre aquí. Copie este enlace y siga los pasos para su plataforma:',
    hello: 'Hola:',
    link: 'Su enlace:',
    after: 'Después revisamos su plataforma y la activamos. Entonces Signbook se abre en los cursos.',
    mail: 'Correo',
    other: 'Otra plataforma',
    steps: {
      canvas: [
        'En Canvas abra Admin, su cuenta, y Developer Keys (claves de desarrollador).',
        'Elija + Developer Key y luego LTI Registration.',
        'Pegue el enlace y continúe. Se abre nuestra página: presione Registrar.',
        'Active la nueva clave.',
      ],
      moodle: [
        'En Moodle abra Administración del sitio, Plugins, Herramienta externa, Gestionar herramientas.',
        'Pegue el enlace en el campo de la URL y presione Añadir LTI Advantage.',
        'Se abre nuestra página: presione Registrar y luego Cerrar la ventana.',
        'Cuando hayamos activado su plataforma, presione Activar en la herramienta.',
      ],
      d2l: [
        'En Brightspace abra Admin Tools, Manage Extensibility, LTI Advantage.',
        'Elija Register Tool y luego Dynamic. Pegue el enlace y presione Register.',
        'Se abre nuestra página: presione Registrar.',
        'Active el registro y agregue un despliegue (deployment).',
      ],
      blackboard: [
        'Blackboard no puede usar este enlace. Necesita un client ID.',
        'Responda a nuestro correo o escríbanos, y le enviamos el client ID y los pasos.',
      ],
      other: [
        'Busque la página donde su plataforma agrega herramientas LTI 1.3 por registro dinámico.',
        'Pegue allí el enlace. Se abre nuestra página: presione Registrar.',
        'Active la herramienta en su plataforma.',
        '¿No hay esa página? Escríbanos y la conectamos a mano.',
      ],
    },
  },
  refused: {
    invitation_invalid: 'Este enlace de registro ya se usó o tiene más de una semana. Pídanos uno nuevo.',
    configuration_address_invalid:
      'Su plataforma no dijo cómo registrarse. Abra este enlace donde su plataforma agrega herramientas.',
    issuer_on_other_host: 'El emisor (issuer) de su plataforma no está en el mismo servidor que su configuración.',
    addresses_of_others:
      'Su plataforma dio direcciones de acceso, claves o tokens que no están en su propio sitio. Pídanos ayuda.',
    audience_on_other_host:
      'El authorization_server de su plataforma no está en el mismo servidor que su token_endpoint. Corríjalo e inténtelo de nuevo.',
    client_id_taken: 'Otra plataforma usa el client ID y el token_endpoint que envió la suya. Por favor, escríbanos.',
    email_malformed: 'El correo no parece correcto.',
    configuration_unreadable: detail => `No pudimos leer la configuración de su plataforma: ${detail}`,
    registration_rejected: detail => `Su plataforma rechazó el registro: ${detail}`,
  },
} satisfies Like<typeof en>
