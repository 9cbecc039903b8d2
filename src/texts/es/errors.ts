import type { Like } from '../catalogues.ts'
import type en from '../en/errors.ts'

export default {
  unreadable: 'No pudimos leer tu solicitud.',
  forged: 'Esta solicitud no vino de nuestra página. Vuelve atrás, recarga la página e inténtalo de nuevo.',
  tooLarge: 'Tu solicitud es demasiado grande.',
  unsupported: 'No podemos leer este tipo de contenido.',
  wentWrong: 'Algo salió mal de nuestro lado.',
  goBack: 'Vuelve atrás e inténtalo de nuevo.',
  openAgain: 'Vuelve a tu curso y abre el enlace de nuevo en un minuto.',
  nothingLost: 'No se perdió nada de lo que escribiste antes.',
  inAMinute: 'Inténtalo de nuevo en un minuto.',
  backToPage: 'Volver a tu página',
} satisfies Like<typeof en>
