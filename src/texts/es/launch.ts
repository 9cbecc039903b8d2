import type { Like } from '../catalogues.ts'
import type en from '../en/launch.ts'

export default {
  opening: 'Abriendo tu curso',
  oneMoreStep: 'Un paso más',
  cookiesBlocked: 'Tu navegador bloquea las cookies aquí. Presiona el botón para abrir tu curso.',
  yourCourse: 'tu curso',
  continueAs: (name, course) => `Continuar como ${name} en ${course}`,
  continueTo: course => `Continuar a ${course}`,
  notYourName: '¿No es tu nombre? Cierra esta página y abre el enlace desde tu propio curso.',
  notYourCourse: '¿No es tu curso? Cierra esta página y abre el enlace desde tu propio curso.',
  visitors: {
    observer: {
      tab: 'Acompañante',
      title: 'Usted está aquí como acompañante',
      what: 'Usted puede mirar. No necesita código ni pago.',
      next: 'La persona a quien acompaña inicia sesión y abre este mismo enlace.',
      student: '¿Usted es estudiante? Pida a su docente el rol de estudiante.',
      letter:
        'Hola. Nuestro curso de lengua de señas se me abre como observador, pero soy estudiante. ¿Puede cambiar mi rol en el curso?',
    },
    'no-role': {
      tab: 'Sin rol en este curso',
      title: 'Usted no tiene un rol en este curso',
      what: 'La plataforma de su escuela dice que usted no es estudiante ni docente de este curso.',
      next: 'Aquí no tiene que escribir ni pagar nada.',
      student:
        '¿Es estudiante o docente de este curso? Pida a la persona a cargo que le agregue y abra el enlace otra vez.',
      letter:
        'Hola. Nuestro curso de lengua de señas se me abre sin un rol. ¿Puede agregarme al curso como estudiante?',
    },
    'no-course': {
      tab: 'Ábralo dentro de un curso',
      title: 'Ábralo dentro de un curso',
      what: 'Usted abrió este enlace fuera de un curso, así que no sabemos qué curso quiere.',
      next: 'Vaya a su curso en la plataforma de su escuela y abra el enlace allí.',
      teacher:
        '¿Administra la plataforma? Coloque la herramienta en cursos. Un lanzamiento debe nombrar su curso (context_id).',
      letter: 'Hola. Abrí nuestro curso de lengua de señas fuera de un curso. ¿Dónde está el enlace en nuestro curso?',
    },
  },
} satisfies Like<typeof en>
