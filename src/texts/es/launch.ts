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
  observer: {
    tab: 'Acompañante',
    title: 'Usted está aquí como acompañante',
    viewing: 'Está viendo este curso como acompañante.',
    nothingNeeded:
      'Usted no necesita código ni pago. La persona a quien acompaña inicia sesión y abre este mismo enlace.',
    areYouStudent: '¿Usted es estudiante? Pida a su docente el rol de estudiante.',
    letter:
      'Hola. Nuestro curso de lengua de señas se me abre como observador, pero soy estudiante. ¿Puede cambiar mi rol en el curso?',
  },
} satisfies Like<typeof en>
