import type { Like } from '../../catalogues.ts'
import type en from '../../en/pages/success.ts'

export default {
  backToCourse: 'Volver a tu curso',
  backToPage: 'Volver a tu página',
  processed: 'Tu pago se procesó.',
  receiptTo: address => `Enviaremos tu recibo por correo a ${address}.`,
  addressYouGave: 'la dirección que nos diste',
  flaggedWait: 'Puedes cerrar esta página. Si en dos días no tienes noticias nuestras, escríbenos.',
  confirming: {
    title: 'Estamos confirmando tu pago',
    text: 'Esto puede tardar un momento, o varios días si es una transferencia bancaria. No tienes que pagar de nuevo. Puedes cerrar esta página. Tu curso se abre cuando confirmemos el pago.',
  },
  part: {
    title: 'Recibimos tu pago',
    text: 'Tu curso cambió mientras pagabas. Todavía necesitas los productos de abajo.',
  },
  failed: {
    title: 'Tu pago no se completó',
    text: 'No se cobró nada. Puedes intentarlo de nuevo o pagar de otra manera.',
  },
  flagged: { title: 'Recibimos tu pago', text: 'Nuestro equipo lo está revisando. No tienes que pagar de nuevo.' },
  refunded: {
    title: 'Recibiste un reembolso',
    text: 'Puede tardar 10 días en llegar a tu tarjeta. Para usar el curso de nuevo, abre su página.',
  },
  unpaid: { title: 'No se pagó nada', text: 'Puedes empezar el pago de nuevo desde la página de tu curso.' },
} satisfies Like<typeof en>
