import { resolve } from 'node:path'
import fastifyReact from '@fastify/react/plugin'
import react from '@vitejs/plugin-react'

export default {
  root: resolve(import.meta.dirname, 'client'),
  plugins: [react(), fastifyReact()],
  build: { outDir: resolve(import.meta.dirname, 'dist'), emptyOutDir: true },
}
