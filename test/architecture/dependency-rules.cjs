const { builtinModules } = require('node:module')

/** Import rules (docs/architecture.md), checked in the test run by dependency-cruiser. Each has a planted violation. */
const MODULES = [
  'messages',
  'schools',
  'courses',
  'access',
  'payments',
  'signs',
  'lti',
  'accounts',
  'canvas',
  'desk',
  'moving',
]
const ISLANDS = { path: '^views/.*\\.island\\.tsx$|^client/[a-z-]+\\.ts$' }
/** Files and packages that never go to a browser. */
const SERVER = '^src/(?![^/]+/(rules|texts)/|texts/|[^/]+/(staff-|list-|code-)?contract\\.ts)'
/** Files without input and output: rules decide, texts say, `outside` reads what other services send. */
const [RULES, TEXTS, OUTSIDE] = ['^src/[^/]+/rules/', '^src/(texts|[^/]+/texts)/', '^src/core/outside/']
const PURE = `${RULES}|${TEXTS}|${OUTSIDE}`
const SCREENS = '/(staff-)?screen\\.tsx?$|^views/document\\.ts$'
const SERVER_PACKAGES = 'react-dom/server|node_modules/(@?fastify|drizzle-orm|pg|pg-boss|pino|stripe|ltijs)/'
const values = { dependencyTypesNot: ['type-only'] }
const rule = (name, from, to) => ({ name, severity: 'error', from, to })
const npm = (name, path, allowed) =>
  rule(name, { path }, { path: 'node_modules/', pathNot: `node_modules/(${allowed})/`, ...values })

const imports = (name, path, allowed) => rule(name, { path }, { path: '^(src|views|client|test)/', pathNot: allowed })

/** A module imports no module above it, not even types; a store may join a table of one. */
const order = (module, index) => {
  const above = [...MODULES.slice(index + 1), 'practice'].join('|')
  return rule(
    `${module}-imports-nothing-above-it`,
    { path: `^src/${module}/` },
    { path: `^src/(${above})/`, pathNot: '/store/schema(\\.ts$|/)' },
  )
}

/** A module asks another one by its files, which name the queries that others may use; a store joins a table of another. */
const stores = module =>
  rule(
    `${module}-store-belongs-to-it`,
    { path: '^src/', pathNot: `^src/(${module}|practice)/|/store/` },
    { path: `^src/${module}/store/(?!schema)`, ...values },
  )

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true, viaOnly: values }),
    ...MODULES.map(order),
    ...MODULES.map(stores),
    rule(
      'core-imports-only-core',
      { path: '^src/core/', pathNot: '/store/|^src/core/start-error\\.ts$' },
      { path: '^src/(?!core/)' },
    ),
    rule('http-imports-core-and-views', { path: '^src/http/' }, { path: '^src/(?!core/|http/|texts/)', ...values }),
    rule('screens-read-no-store', { path: '^(views|src/screens)/' }, { path: '/store/', ...values }),
    imports('rules-import-rules', RULES, RULES),
    imports('texts-import-rules', TEXTS, `${RULES}|${TEXTS}`),
    imports('outside-imports-rules', OUTSIDE, `${RULES}|${OUTSIDE}`),
    npm('rules-npm', `${RULES}|${TEXTS}`, 'zod/(v4/)?mini'),
    npm('outside-npm', OUTSIDE, 'zod'),
    rule('rules-node', { path: PURE }, { dependencyTypes: ['core'] }),
    // Through other files too: what an island reaches is sent to browsers.
    rule('islands-reach-no-server', ISLANDS, { path: SERVER, reachable: true }),
    rule('islands-reach-no-screen', ISLANDS, { path: SCREENS, reachable: true }),
    rule('islands-reach-no-server-package', ISLANDS, { path: SERVER_PACKAGES, reachable: true }),
    rule('islands-reach-no-node', ISLANDS, { path: `^(node:)?(${builtinModules.join('|')})$`, reachable: true }),
    rule('views-use-no-server-package', { path: '^views/' }, { path: 'node_modules/(fastify|drizzle-orm|pg|pino)/' }),
    rule('views-node', { path: '^views/' }, { dependencyTypes: ['core'] }),
    rule(
      'ui-imports-no-page',
      { path: '^views/ui/' },
      { path: '^views/(?!ui/|((pay|learn)-)?paths\\.ts|island\\.ts|answer\\.ts)', ...values },
    ),
    rule('a-screen-imports-no-screen', { path: '^views/.*screen\\.tsx$' }, { path: '^views/.+/screen\\.tsx$' }),
    rule(
      'client-imports-islands-and-ui',
      { path: '^client/' },
      {
        path: '^(src|views)/',
        pathNot: '^views/(ui/|island\\.ts|(pay-)?paths\\.ts|.*\\.island\\.tsx)|^src/([^/]+/(rules|texts)|texts)/',
      },
    ),
    rule('nothing-imports-client', { path: '^(src|views)/', pathNot: '^src/build/' }, { path: '^client/' }),
    rule(
      'modules-import-no-root-value',
      { path: '^src/[^/]+/', pathNot: '^src/(build|practice)/' },
      { path: '^src/[^/]+\\.ts$', ...values },
    ),
    rule(
      'practice-is-loaded-on-demo-only',
      { path: '^(src|views|client)/', pathNot: '^src/(practice/|(serve|app|commands)\\.ts)' },
      { path: '^src/practice/(?!store/schema)', ...values },
    ),
    rule(
      'practice-has-one-entry',
      { path: '^(src|views|client)/', pathNot: '^src/practice/' },
      { path: '^src/practice/(?!index\\.ts|store/schema)' },
    ),
    rule(
      'only-the-adapter-imports-stripe',
      { path: '^(src|views|client)/', pathNot: '^src/(payments/stripe|practice)/' },
      { path: 'node_modules/stripe/' },
    ),
    rule(
      'only-one-file-imports-ltijs',
      { path: '^(src|views|client)/', pathNot: '^src/lti/v1p3/ltijs\\.ts$' },
      { path: 'node_modules/ltijs/' },
    ),
    rule(
      'only-stores-import-the-database',
      { path: '^(src|views|client)/', pathNot: '/store/|^src/core/db/|^src/core/jobs/(queue|statements)\\.ts$' },
      { path: 'node_modules/(drizzle-orm|pg|pg-boss)/', ...values },
    ),
    rule(
      'only-routes-import-fastify',
      { path: '^src/', pathNot: '^src/(http|screens|practice)/|^src/app\\.ts$|routes\\.ts$|/routes/' },
      { path: 'node_modules/fastify/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
