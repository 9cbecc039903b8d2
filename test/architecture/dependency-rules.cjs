/** Import rules (docs/architecture.md), checked in the test run by dependency-cruiser. */
const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...extra.from },
  to: { path: to, ...extra.to },
})
/** `from` may import its own folder, these paths, and no other folder of ours. */
const only = (name, from, allowed, extra = {}) =>
  forbid(name, from, '^(src|views|client|test|content|migrations)/', {
    ...extra,
    to: { pathNot: allowed, ...extra.to },
  })
const npm = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: 'node_modules/', pathNot: `node_modules/(${allowed})/`, dependencyTypesNot: ['type-only'] },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('domain-is-pure', '^src/domain/', '^src/domain/'),
    npm('domain-npm', '^src/domain/', 'zod'),
    { name: 'domain-node', severity: 'error', from: { path: '^src/domain/' }, to: { dependencyTypes: ['core'] } },
    only('store', '^src/store/', '^src/(store|domain)/'),
    only('gateways', '^src/gateways/', '^src/(gateways|domain)/|^src/(log|crypto|clock)\\.ts'),
    only('modules', '^src/operations/', '^src/(modules|domain|store)/|^src/(crypto|clock)\\.ts', {
      to: { dependencyTypesNot: ['type-only'] },
    }),
    forbid(
      'an-operation-never-calls-an-operation',
      '^src/operations/[^/]+\\.ts$',
      '^src/operations/(?!steps/|deps\\.ts)[^/]+\\.ts$',
      {
        from: { pathNot: '^src/operations/index\\.ts$' },
        to: { dependencyTypesNot: ['type-only'] },
      },
    ),
    only('jobs', '^src/jobs/', '^src/(jobs|domain)/|^src/(crypto|log)\\.ts', {
      to: { dependencyTypesNot: ['type-only'] },
    }),
    only('http', '^src/http/', '^src/(http|domain)/|^src/log\\.ts|^views/', {
      to: { dependencyTypesNot: ['type-only'] },
    }),
    only('api', '^src/(api|webhooks)/', '^src/(api|webhooks|domain|http)/|^views/paths\\.ts', {
      to: { dependencyTypesNot: ['type-only'] },
    }),
    only(
      'lti',
      '^src/lti/',
      '^src/(lti|domain|store|http)/|^src/(crypto|gateways/outbound)\\.ts|^views/(paths\\.ts|errors/|launching/)',
      {
        to: { dependencyTypesNot: ['type-only'] },
      },
    ),
    only('paths-import-nothing', '^views/(pay-)?paths\\.ts$', '^views/pay-paths\\.ts$'),
    only('views', '^views/', '^views/|^src/domain/', { to: { dependencyTypesNot: ['type-only'] } }),
    forbid('views-know-no-server', '^views/', 'node_modules/(fastify|drizzle-orm|pg|pino)/'),
    { name: 'views-node', severity: 'error', from: { path: '^views/' }, to: { dependencyTypes: ['core'] } },
    forbid(
      'islands-know-no-screen',
      '^views/.*\\.island\\.tsx$',
      '(^views/.*screen\\.tsx?|^views/island-host\\.tsx|^views/document\\.ts|react-dom/server)',
      {},
    ),
    forbid('ui-knows-no-screen', '^views/ui/', '^views/(?!ui/|(pay-)?paths\\.ts|island\\.ts)', {
      to: { dependencyTypesNot: ['type-only'] },
    }),
    forbid('a-screen-never-imports-a-screen', '^views/.*screen\\.tsx$', '^views/.+/screen\\.tsx$'),
    only('client', '^client/', '^client/|^views/(ui/|island\\.ts|paths\\.ts|.*\\.island\\.tsx)'),
    forbid('nothing-imports-client', '^(src|views)/', '^client/', { from: { pathNot: '^src/build\\.ts$' } }),
    forbid('nothing-imports-main', '^(src|views|client)/', '^src/(main|build)\\.ts$'),
    forbid('a-start-loads-no-command', '^(src|views|client)/', '^src/(commands|serve)\\.ts$', {
      from: { pathNot: '^src/(main|commands)\\.ts$' },
    }),
    forbid('nothing-imports-app', '^(src|views|client)/', '^src/app\\.ts$', {
      from: { pathNot: '^src/(main|serve)\\.ts$' },
    }),
    forbid('demo-stays-apart', '^(src|views|client)/', '^src/demo/', {
      from: { pathNot: '^src/(demo/|serve\\.ts|app\\.ts)' },
    }),
    forbid('ltijs-lives-in-one-file', '^(src|views|client)/', 'node_modules/ltijs/', {
      from: { pathNot: '^src/lti/v1p3/ltijs\\.ts$' },
    }),
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
