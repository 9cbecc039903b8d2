import { cpSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Removes @layer at build time, because Safari before 15.4 ignores every rule inside one. */
const withoutLayers = {
  postcssPlugin: 'without-layers',
  AtRule: {
    layer(rule: { nodes?: unknown[]; replaceWith(nodes: unknown): void; remove(): void }) {
      if (rule.nodes) rule.replaceWith(rule.nodes)
      else rule.remove()
    },
  },
}

/** The page /api_reference loads the files of Swagger UI from here, because the server is one bundle without packages. */
const swaggerUi = {
  name: 'swagger-ui',
  writeBundle: () =>
    cpSync(resolve(root, 'node_modules/@fastify/swagger-ui/static'), resolve(root, 'dist/client/swagger-ui'), {
      recursive: true,
    }),
}

/** Code that all islands share, with React: one large file loads faster than ten small ones. */
const SHARED = [
  /client\/boot\.ts$/,
  /views\/(island|learn-paths|pay-paths)\.tsx?$/,
  /views\/ui\/(button|hydrated|notice|page-link|texts|typed-before|pictures\/picture)\.tsx?$/,
  /src\/core\/rules\/(guards|language|normalize)\.ts$/,
  /node_modules\/(react|react-dom|scheduler)\//,
]
/** Code that forms share. */
const FIELDS = [
  /views\/pay-panel\/course-ready\.tsx?$/,
  /views\/ui\/(field|form-fields|kept-code|legal-link|notices-in-place|sending|steps)\.tsx?$/,
  /src\/core\/rules\/(person|toast)\.ts$/,
  /src\/(access\/rules\/access-code|courses\/rules\/product)\.ts$/,
]
/** The dictionary, with the parts that show a sign: one file for both is a request less on its page. */
const SIGNS = [
  /views\/dictionary\/(dictionary\.island|search|sign-dialog|use-playback|video-player)\.tsx?$/,
  /views\/fingerspelling\/drawn\.tsx$/,
  /views\/ui\/pictures\/(meaning|shelf)\.tsx$/,
  /src\/signs\/rules\/(clip-media|pictures|sign-player|sign-slug)\.ts$/,
]
/** Parts that show a spelled word: its page needs no others. */
const HANDS = [
  /views\/fingerspelling\/(hand|letter-playback)\.tsx?$/,
  /src\/signs\/rules\/fingerspelling\/(hand-files|looks|playback|spelling)\.ts$/,
]
/** Schema validation, in a chunk of its own: pages without forms do not load it. */
const FORMS = /src\/core\/rules\/form\.ts$|node_modules\/zod\//

const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => name.test(file))
    .map(file => `${folder}/${file}`)

/** Modules that the server names in a page: islands, and the texts of each language. */
const named = [...filesIn('views', /\.island\.tsx$/), ...filesIn('src/texts', /^\w+\/pages\/.*\.ts$/)]

const sheets = ['main', 'signs', 'teach', 'staff', 'demo', 'player'].map(name => `client/styles/${name}.css`)

export default defineConfig({
  root,
  publicDir: 'client/public',
  plugins: [swaggerUi],
  // Made by src/build/fonts.ts.
  resolve: { alias: { '@fonts': resolve(root, 'dist/fonts') } },
  css: { postcss: { plugins: [withoutLayers] } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    // The licences of the bundled packages ask for their text beside the code.
    license: { fileName: 'assets/licences.md' },
    assetsInlineLimit: 0,
    modulePreload: false,
    target: ['es2020', 'safari14'],
    rolldownOptions: {
      input: ['client/boot.ts', 'client/page.ts', 'client/text-dialog.ts', ...sheets, ...named],
      preserveEntrySignatures: 'allow-extension',
      checks: { pluginTimings: false },
      // One chunk for the code most islands share: fewer requests and fewer bytes. Hashes of eight characters keep the
      // pages small, because each page lists all island files.
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'boot', test: id => SHARED.some(part => part.test(id)) },
            { name: 'fields', test: id => FIELDS.some(part => part.test(id)) },
            { name: 'hands', test: id => HANDS.some(part => part.test(id)) },
            { name: 'signs', test: id => SIGNS.some(part => part.test(id)) },
            { name: 'forms', test: FORMS },
          ],
        },
      },
    },
  },
})
