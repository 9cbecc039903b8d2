import { resolve } from 'node:path'

export default {
  distDir: 'dist',
  turbopack: { root: resolve(import.meta.dirname, '..') },
  serverExternalPackages: ['pg', 'pino'],
  experimental: { externalDir: true },
}
