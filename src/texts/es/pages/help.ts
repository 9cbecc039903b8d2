import type { Like } from '../../catalogues.ts'
import type en from '../../en/pages/help.ts'

export default {
  /** A signed clip of the step. ASL is American Sign Language. */
  watch: 'Ver en ASL',
  testClip: 'Video de prueba: no muestra ninguna seña',
  signedBy: (name: string) => `Hace las señas: ${name}`,
  askForHelp: 'Pedir ayuda',
  toSchoolAddress: 'Te responderemos al correo que nos dio tu escuela.',
  yourEmail: 'Tu correo electrónico',
  question: '¿Con qué necesitas ayuda?',
  sendQuestion: 'Enviar pregunta',
  text: 'Dinos con qué necesitas ayuda.',
  long: 'Tu mensaje es demasiado largo. Acórtalo un poco.',
  emailInvalid: 'El correo electrónico no parece correcto.',
  opensInTab: 'La página siguiente se abre en otra pestaña. No se pierde nada de esta página.',
  hardWord: '¿Hay una palabra difícil? Pregunta a tu docente o a una persona adulta en casa.',
  forParents: 'Para madres y padres',
} satisfies Like<typeof en>
