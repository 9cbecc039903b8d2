import type { Like } from '../catalogues.ts'
import type en from '../en/parents.ts'

export default {
  title: 'Para madres, padres y tutores',
  general: 'La lengua de señas americana en la escuela',
  bought: 'Lo que compró la escuela',
  chose: (school, course) => `${school} eligió Signbook para ${course}.`,
  choseGeneral: 'La escuela de su hijo o hija eligió Signbook para enseñar la lengua de señas americana.',
  whatItIs: 'Es un libro de texto, un diccionario de señas y videos. Se abre desde la página de la clase.',
  products: 'El curso usa:',
  until: date => `Su hijo o hija puede usarlo hasta el ${date}.`,
  codes: 'La escuela le da un código a su hijo o hija. Usted no tiene que pagar.',
  cards: 'El curso se puede abrir con un código o con tarjeta. Pregunte a la escuela quién paga.',
  keep: 'Lo que guardamos',
  fromSchool:
    'Lo que envía la escuela: nombre, correo, número de identificación y clase. Algunas escuelas no envían el nombre.',
  access: 'Qué código abrió el curso, cuándo se aceptaron los términos y cuándo termina el acceso.',
  questions: 'Lo que su hijo o hija escribe cuando nos pide ayuda.',
  notKept: 'No mostramos anuncios. No vendemos datos de su hijo o hija. Nunca vemos números de tarjeta.',
  signsNotKept: 'No registramos qué señas busca su hijo o hija.',
  rights: 'Lo que usted puede pedir',
  consent: 'Antes de los 13 años se necesita su permiso. Pregunte a la escuela cómo darlo.',
  review: 'Puede pedir ver, corregir o borrar lo que guardamos. Basta un correo.',
  whom: 'A quién preguntar',
  teacher: 'Sobre la clase, la tarea o el código: pregunte a quien enseña la clase.',
  school: 'Sobre quién paga y qué comparte la escuela: pregunte a la escuela.',
  us: 'Sobre lo que guardamos, o si una página no funciona: escríbanos.',
  readPolicy: 'Lea la Política de privacidad',
} satisfies Like<typeof en>
