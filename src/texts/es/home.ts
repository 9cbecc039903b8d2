import type { Like } from '../catalogues.ts'
import type en from '../en/home.ts'

export default {
  welcome: 'Te damos la bienvenida',
  title: 'Te damos la bienvenida a tu curso de ASL',
  about: 'Curso, libro de texto y diccionario de la lengua de señas americana (ASL)',
  forStudents: 'Para estudiantes',
  askTeacher: 'Cada curso tiene su propio enlace. Pide a tu docente el enlace para entrar a tu curso.',
  insideLms:
    '¿Tu escuela usa Canvas, Brightspace, Moodle o Blackboard? Entonces abre ahí tu curso y usa el enlace que está adentro.',
  forTeachers: 'Para docentes',
  teachers:
    'Abra el enlace de Signbook en su curso. Ahí tiene presentaciones, actividades, listas de vocabulario y guías.',
  forSchools: 'Para escuelas',
  schools:
    'Signbook se abre dentro de la plataforma de su escuela. Los estudiantes usan un código de acceso o pagan con tarjeta.',
  privacy: 'Vea cómo protegemos la información de los estudiantes',
  writeToUs: 'Escríbanos para empezar',
  staffLogIn: 'Acceso para el personal',
} satisfies Like<typeof en>
