import type { Like } from '../../catalogues.ts'
import type en from '../../en/pages/code.ts'

export default {
  title: 'Tu código de acceso',
  onCard: 'Tu código está en tu tarjeta.',
  copy: 'Copiar el código',
  copied: 'Copiado. Pégalo en el campo Código de acceso.',
  open: 'Abre tu curso. Usa el enlace de tu escuela o de tu docente.',
  choose: 'Elige Ingresar código de acceso.',
  type: 'Escribe o pega tu código y presiona Enviar.',
} satisfies Like<typeof en>
