/** The import table of the architecture (docs/architecture.md), enforced by test/architecture.spec.ts and `npm run lint`. */
const TABLE = {
  kernel: [],
  config: ['kernel'],
  detection: ['kernel'],
  documents: ['kernel'],
  dialects: ['kernel'],
  database: ['kernel', 'config'],
  outbound: ['kernel', 'config'],
  audit: ['kernel', 'database'],
  keyring: ['kernel', 'config', 'database', 'audit', 'outbound'],
  identity: ['kernel', 'config', 'database', 'audit', 'outbound'],
  policy: ['kernel', 'config', 'database', 'audit', 'outbound'],
  vault: ['kernel', 'config', 'database', 'audit', 'keyring'],
  deidentification: ['kernel', 'config', 'database', 'keyring', 'detection', 'vault', 'policy', 'audit', 'outbound'],
  upstream: ['kernel', 'config', 'database', 'keyring', 'outbound', 'dialects'],
  tools: [
    'kernel',
    'config',
    'database',
    'keyring',
    'outbound',
    'policy',
    'deidentification',
    'dialects',
    'upstream',
    'audit',
  ],
  ingestion: ['kernel', 'config', 'database', 'keyring', 'documents', 'vault', 'deidentification', 'audit'],
  client: [],
};

const CLI = [
  'kernel',
  'config',
  'database',
  'audit',
  'identity',
  'policy',
  'detection',
  'documents',
  'keyring',
  'vault',
  'deidentification',
  'ingestion',
  'dialects',
];

const others = (own, allowed) => `^libs/(?!(?:${[own, ...allowed].join('|')})/)`;

module.exports = {
  forbidden: [
    ...Object.entries(TABLE).map(([lib, allowed]) => ({
      name: `${lib}-imports`,
      severity: 'error',
      comment: `libs/${lib} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}.`,
      from: { path: `^libs/${lib}/`, pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: { path: `${others(lib, allowed)}|^apps/` },
    })),
    {
      name: 'cli-imports',
      severity: 'error',
      comment: 'The CLI opens libraries, never the gateway.',
      from: { path: '^apps/cli/', pathNot: '\\.spec\\.ts$' },
      to: { path: `${others('-', CLI)}|^apps/(?!cli/)` },
    },
    {
      name: 'gateway-imports',
      severity: 'error',
      comment: 'The gateway and the CLI are processes of their own.',
      from: { path: '^apps/gateway/' },
      to: { path: '^apps/(?!gateway/)' },
    },
    {
      name: 'through-the-index',
      severity: 'error',
      comment: 'A library is entered through its index (or its testing folder, by tests).',
      from: { path: '^(?:apps|test)/|^libs/([^/]+)/' },
      to: {
        path: '^libs/([^/]+)/src/',
        pathNot: '^libs/$1/|^libs/[^/]+/src/index\\.ts$|^libs/[^/]+/src/testing/',
      },
    },
    {
      name: 'models-never-reach-the-vault',
      severity: 'error',
      comment: 'What talks to models cannot reach plaintext, not even through another library.',
      from: { path: '^libs/upstream/src/index\\.ts$' },
      to: { path: '^libs/(?:vault|deidentification|identity|policy)/', reachable: true },
    },
    {
      name: 'pure-libraries',
      severity: 'error',
      comment: 'kernel, detection and dialects do no I/O and know no framework.',
      from: { path: '^libs/(?:kernel|detection|dialects)/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: {
        path: '^(?:node:)?(?:fs|net|http|https|child_process|dgram|tls)(?:/|$)|node_modules/(?:@nestjs|typeorm|pg|undici)/',
      },
    },
    {
      name: 'controllers-live-in-the-gateway',
      severity: 'error',
      comment: 'Only the gateway knows HTTP.',
      from: { path: '^libs/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: { path: 'node_modules/(?:@nestjs/(?:platform-fastify|passport|swagger)|fastify)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
