import type { Like } from '../catalogues.ts'
import type en from '../en/course-state.ts'

const keep = 'Quienes ya tienen acceso lo conservan hasta su propia fecha final.'

export default {
  moving: {
    what: 'Su escuela se está pasando a este enlace nuevo.',
    students: 'Quienes tienen acceso lo conservan. Hasta terminar, no pedimos a nadie un código ni un pago.',
    nextStep: email => `Ya lo sabemos y pronto vamos a terminar. ¿Tiene preguntas? Escriba a ${email}.`,
  },
  notActivated: {
    what: 'Este curso todavía no está activado.',
    students:
      'Sus estudiantes ven el mensaje «Este curso todavía no está activado». No pueden ingresar un código ni pagar.',
    nextStep: (email, course) =>
      `Nuestro equipo ve su curso y lo va a activar. ¿Le urge? Escriba a ${email} y mencione el curso ${course}.`,
  },
  ended: {
    what: date => `La inscripción a este curso terminó el ${date}.`,
    students: `Quienes llegan ahora ven el mensaje «La inscripción a este curso ya terminó». No pueden ingresar un código ni pagar. ${keep}`,
    nextStep: moveDate => `¿Espera más estudiantes? ${moveDate}`,
  },
  endsSoon: {
    what: date => `La inscripción a este curso termina el ${date}.`,
    students: `Después de ese día, quienes llegan no pueden ingresar un código ni pagar. ${keep}`,
    nextStep: moveDate =>
      `Pida a quienes no tienen acceso que usen su código o paguen antes. ¿Necesita más tiempo? ${moveDate}`,
  },
  weMoveDate: (email, course) => `Escriba a ${email} con la fecha nueva y el número del curso ${course}.`,
  youMoveDate:
    'Ponga una fecha final más tarde para el curso en su plataforma. Después abra esta página otra vez desde su curso.',
  ready: open => {
    if (open === 0) return 'Su curso está listo'
    return open === 1 ? 'Su curso: falta 1 paso' : `Su curso: faltan ${open} pasos`
  },
  setUp: 'Ya preparamos su curso.',
  settingUp: 'Todavía estamos preparando su curso.',
  copied: 'Las lecciones ya están en su curso.',
  notCopied: 'Todavía no hemos copiado las lecciones en su curso.',
  usableUntil: date => `Sus estudiantes pueden usarlo hasta el ${date}.`,
  courseEnded: date => `Su plataforma dice que el curso terminó el ${date}. Escríbanos si no es así.`,
  codesReady: 'Los códigos de acceso están listos. Su escuela los reparte.',
  noCodes: 'Ya no hay códigos de acceso. Pida a su escuela que encargue más.',
  studentsIn: count => (count === 1 ? '1 estudiante tiene acceso.' : `${count} estudiantes tienen acceso.`),
  nobodyIn: 'Nadie tiene acceso todavía. Pida a sus estudiantes que abran el enlace en su curso.',
  gradesRefused: 'Su plataforma no acepta nuestras calificaciones. Ayudaremos a su escuela a resolverlo.',
} satisfies Like<typeof en>
