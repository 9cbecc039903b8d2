import type { Like } from '../catalogues.ts'
import type en from '../en/help-templates.ts'

export default {
  'code-used':
    'Hola, {name}:\n\nGracias por escribirnos. Revisamos tu código de acceso. Ya se había usado, en otro curso o por otra persona. Lo corregimos: abre {course} de nuevo con el enlace de tu clase.\n\nSi todavía no se abre, escríbenos otra vez.',
  'code-unknown':
    'Hola, {name}:\n\nNo conocemos este código de acceso. Mira la tarjeta otra vez: 0 y O, 1 e I, 5 y S se parecen. Los guiones y los espacios no importan.\n\nSi todavía no funciona, envíanos una foto de la tarjeta.',
  'paid-no-access':
    'Hola, {name}:\n\nGracias por escribirnos. Encontramos tu pago y te abrimos {course}. Ábrelo de nuevo con el enlace de tu clase.',
  'paid-twice':
    'Hola, {name}:\n\nPagaste dos veces por {course}. Devolvemos un pago a tu tarjeta. Tu banco puede tardar hasta diez días en mostrarlo. Conservas tu acceso.',
  'refund-made':
    'Hola, {name}:\n\nTu reembolso de {course} va en camino a tu tarjeta. Tu banco puede tardar hasta diez días en mostrarlo.',
  'let-in': 'Hola, {name}:\n\nYa tienes acceso a {course}. Ábrelo con el enlace de tu clase.',
  'course-not-ready':
    'Hola, {name}:\n\n{course} todavía no está listo. Lo estamos preparando con tu escuela. Inténtalo mañana. No tienes que hacer nada más.',
  'launch-problem':
    'Hola, {name}:\n\nAbre {course} de nuevo con el enlace de tu clase, en una ventana nueva. Si ves una página de error, envíanos la referencia que está al final.',
  'wrong-course':
    'Hola, {name}:\n\nEstás en un curso que no es el de tu clase. Pasamos tu acceso a {course}. Ábrelo con el enlace de tu clase.',
  'more-facts':
    'Hola, {name}:\n\nGracias por escribirnos. Para ayudarte necesitamos saber: tu escuela, tu curso y qué ves cuando lo abres. Una foto de la pantalla ayuda.',
} satisfies Like<typeof en>
