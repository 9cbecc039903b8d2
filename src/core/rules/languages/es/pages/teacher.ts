import type en from '../../en/pages/teacher.ts'
import type { Like } from '../../texts.ts'

export default {
  expiredTitle: 'La página ya venció',
  expired: email =>
    `Parece que la página ya venció. Cierre la página e inténtelo de nuevo. Si todavía no funciona, escríbanos a ${email}`,
  teacherPage: 'Página para maestros',
  tabs: {
    signs: '¿Cuál es la seña?',
    units: 'Unidades',
    resources: 'Recursos del curso',
    howTo: 'Guías',
    faqs: 'Preguntas frecuentes',
  },
  unit: number => `Unidad ${number}`,
  noUnit: number => `Todavía no hay nada para la Unidad ${number}.`,
  unitLinks: {
    first: 'Presentaciones',
    second: 'Actividades sugeridas',
    third: 'Listas de vocabulario',
    fourth: 'Más recursos',
  },
  disclaimer: 'Estos documentos pueden verse diferentes en cada aparato.',
  printSigns: 'Imprimir las señas de esta unidad',
  practiceSigns: 'Practicar las señas de esta unidad',
  lessons: 'Lecciones',
  open: 'Abrir',
  allGuides: 'Todas las guías',
  sample: 'muestra, todavía sin página',
  otherSite: '(abre otro sitio)',
  stepDone: 'Listo: ',
  stepOpen: 'Pendiente: ',
} satisfies Like<typeof en>
